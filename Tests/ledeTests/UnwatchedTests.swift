import Foundation
import TestSupport
import Testing

/// File watching fails here for a single program, through its own namespace.
@Suite(.blocking, .enabled(if: Unwatched.isPossible)) struct `Without file watching` {
    @Test func `without file watching, the reader says so, and which limit to raise`() throws {
        let home = try Home()
        try home.write(urls: [])
        let reader = try TerminalSession(
            program: Unwatched.program, arguments: Unwatched.arguments(),
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try reader.waitForScreen(showing: "by other programs: fs.inotify.max_user_instances")
        try reader.press("q")
        #expect(try reader.waitForExit() == .status(0))
    }

    @Test func `without file watching, doctor says so`() throws {
        let home = try Home()
        try home.write(urls: [])
        let run = try CommandRun(
            program: Unwatched.program, arguments: Unwatched.arguments("doctor"),
            environment: Lede.environment(home: home, adding: [:]))
        #expect(
            run.output.contains(
                "✗\twatching\tchanges by other processes aren't detected: fs.inotify.max_user_instances"))
    }

    @Test func `without file watching, a command that watches nothing works`() throws {
        let home = try Home()
        try home.write(urls: [])
        let run = try CommandRun(
            program: Unwatched.program, arguments: Unwatched.arguments("unread"),
            environment: Lede.environment(home: home, adding: [:]))
        #expect((run.status, run.output, run.errors) == (0, "0\n", ""))
    }
}

/// How to start a program without file watching.
private enum Unwatched {
    static let program = "/usr/bin/unshare"

    static func arguments(_ command: String...) throws -> [String] {
        try words + [BuildProducts.executable("lede")] + command
    }

    private static let words = [
        "--user", "--map-root-user", "/bin/sh", "-c",
        "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\""
    ]

    /// Not every system lets every user create a namespace.
    static let isPossible = (try? CommandRun(program: program, arguments: words + ["/bin/true"]))?.status == 0
}
