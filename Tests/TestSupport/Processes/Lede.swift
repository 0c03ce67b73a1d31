import Foundation
import Glibc

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

/// The products of the build that this process came from.
package enum BuildProducts {
    /// The path of an executable. All products of a build are in the folder of the running one.
    package static func executable(_ name: String) throws -> String {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MissingProduct(path: path) }
        return path
    }
}

/// An executable is missing from the folder where the build puts it.
package struct MissingProduct: Error, Equatable, CustomStringConvertible {
    package let path: String

    package var description: String { "there is no program \(path): build it first" }
}

/// The sanitizer that “make sanitize” builds into the tests and the programs that they start; nil otherwise.
package enum Sanitizer {
    case address, thread

    package static let builtIn: Sanitizer? =
        dlsym(nil, "__asan_init") != nil ? .address : dlsym(nil, "__tsan_init") != nil ? .thread : nil
}

/// This kind of machine, as Debian's folders of libraries call it.
package enum Machine {
    package static var name: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }
}

/// Debian's newsboat, if it is installed.
package enum Newsboat {
    package static let program = "/usr/bin/newsboat"

    package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The reason why tests that need it are skipped.
    package static let isMissing = "newsboat isn't installed: “make test” installs it"

    /// Runs newsboat with the files of a folder.
    package static func run(
        _ arguments: String..., in folder: String, config: String = "/dev/null", home: Home
    ) throws -> CommandRun {
        try run(arguments, in: folder, config: config, home: home)
    }

    package static func run(
        _ arguments: [String], in folder: String, config: String = "/dev/null", home: Home
    ) throws -> CommandRun {
        try CommandRun(
            program: program, arguments: files(in: folder, config: config) + arguments,
            environment: Lede.environment(home: home, adding: ["TERM": "xterm"]))
    }

    /// Opens newsboat with the files of a folder and the given config.
    package static func launch(in folder: String, config: String, home: Home) throws -> TerminalSession {
        let path = "\(home.path)/newsboat-config"
        try Data(config.utf8).write(to: URL(filePath: path))
        return try TerminalSession(
            program: program, arguments: files(in: folder, config: path),
            environment: Lede.environment(home: home, adding: ["TERM": "xterm"]), size: (100, 50))
    }

    private static func files(in folder: String, config: String) -> [String] {
        ["-u", folder + "/urls", "-c", folder + "/cache.db", "-C", config]
    }
}

/// Debian's mpv, if it is installed.
package enum MPV {
    /// It plays in real time, but nothing is heard or seen.
    package static let command = ["/usr/bin/mpv", "--ao=null", "--vo=null"]

    package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: command[0]) }

    /// The reason why tests that need it are skipped.
    package static let isMissing = "mpv isn't installed: “make test” installs it"
}
