import Foundation

/// The built program, run without a terminal.
package enum Lede {
    package static func run(
        _ arguments: String..., home: Home, input: String? = nil, environment: [String: String] = [:],
        within seconds: Double = Deadline.patience
    ) throws -> CommandRun {
        try run(
            arguments, home: home, input: input.map { Array($0.utf8) }, environment: environment, within: seconds)
    }

    package static func run(
        _ arguments: [String], home: Home, input: [UInt8]? = nil, environment: [String: String] = [:],
        within seconds: Double = Deadline.patience
    ) throws -> CommandRun {
        try CommandRun(
            program: BuildProducts.executable("lede"), arguments: arguments,
            environment: Self.environment(home: home, adding: environment), input: input, within: seconds)
    }

    /// All environment variables of the program, so that it runs the same on every developer's machine.
    package static func environment(home: Home, adding more: [String: String]) -> [String: String] {
        var environment = home.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        environment["LANG"] = "C.UTF-8"
        environment["TZ"] = "UTC"
        // No test reaches beyond this machine: every other request goes to a proxy that doesn't exist.
        environment["http_proxy"] = "http://127.0.0.1:9"
        environment["https_proxy"] = "http://127.0.0.1:9"
        environment["no_proxy"] = "127.0.0.1,localhost"
        // After a crash Swift would wait half a minute on the terminal for somebody to start its debugger.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment.merging(ofProof) { $1 }.merging(more) { _, added in added }
    }

    /// What “make sanitize” and “make shake” have set for the programs of the tests.
    package static let ofProof = ProcessInfo.processInfo.environment.filter { name, _ in
        ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains(name) || name.hasPrefix("LEDE_SHAKE")
    }
}
