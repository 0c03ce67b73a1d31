import Foundation
import TestSupport

/// From exec to the first complete list, on the starter set, beside the least that any program on a terminal takes.
struct StartBenchmark {
    private let runs = 40

    func run() throws {
        let home = try Home()
        try fill(home)
        let floor = try times { try echo() }
        let start = try times { try open(home) }
        print("exec to first list, starter set, \(runs) runs, through a pseudo-terminal:")
        print("  lede               \(Figures(start))")
        print("  echo (the floor)   \(Figures(floor))")
    }

    /// Has the starter feeds in the library, as they are from the second start on.
    private func fill(_ home: Home) throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        try reader.waitForScreen(showing: "5 new in 1 feed")
        try reader.quit()
    }

    /// How long it takes until `body` has its screen. The program's end, which is that of its session, is no part of it.
    private func times(_ body: () throws -> TerminalSession) rethrows -> [Double] {
        _ = try body()
        return try (0..<runs).map { _ in
            let start = ContinuousClock.now
            let session = try body()
            return withExtendedLifetime(session) { (ContinuousClock.now - start) / .milliseconds(1) }
        }
    }

    private func open(_ home: Home) throws -> TerminalSession {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 unread") }
        return reader
    }

    private func echo() throws -> TerminalSession {
        let session = try TerminalSession(program: "/bin/echo", arguments: ["Welcome to lede"])
        try session.waitForScreen(showing: "Welcome to lede")
        return session
    }
}

/// The least, the middle and the most of some times in milliseconds.
struct Figures: CustomStringConvertible {
    private let sorted: [Double]

    init(_ times: [Double]) {
        sorted = times.sorted()
    }

    var description: String {
        String(
            format: "min %.1f ms, median %.1f ms, max %.1f ms", sorted[0], sorted[sorted.count / 2],
            sorted[sorted.count - 1])
    }
}
