import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Completion in a shell` {
    /// A home with a tag that would do damage if a shell ran it.
    private let home: Home
    private let completions = ProjectFile.path("Resources/completions")

    init() throws {
        home = try Home()
        try home.write(urls: ["https://a.example/ \"danger;touch ran;\""])
    }

    private var hasRun: Bool { FileManager.default.fileExists(atPath: home.path + "/ran") }

    /// The environment with the built lede in the path.
    private var environment: [String: String] {
        get throws {
            let lede = try URL(filePath: BuildProducts.executable("lede")).deletingLastPathComponent().path
            return Lede.environment(home: home, adding: ["TERM": "xterm-256color", "PATH": "\(lede):/usr/bin:/bin"])
        }
    }

    private static func isThere(_ shell: String) -> Bool { FileManager.default.isExecutableFile(atPath: shell) }

    @Test(.enabled(if: isThere("/usr/bin/fish")))
    func `completion in fish never runs text from outside`() throws {
        let script = "cd; source \(completions)/lede.fish; complete --do-complete 'lede unread --tag dan'"
        let run = try CommandRun(
            program: "/usr/bin/fish", arguments: ["--no-config", "-c", script], environment: environment)
        #expect(run.output == "danger;touch ran;\n", "\(run)")
        #expect(!hasRun)
    }

    @Test(.enabled(if: isThere("/usr/bin/zsh")))
    func `completion in zsh never runs text from outside`() throws {
        let shell = try TerminalSession(program: "/usr/bin/zsh", arguments: ["-f", "-i"], environment: environment)
        try shell.type(
            "cd; fpath=(\(completions) $fpath); autoload -Uz compinit; compinit -u -D; clear; echo begin$((40 + 2))\n")
        try shell.waitForScreen(showing: "begin42")
        try shell.type("lede unread --tag dan\t")
        try shell.waitForScreen(showing: "danger\\;touch\\ ran\\;")
        try shell.type("; echo end$((40 + 2))\n")
        try shell.waitForScreen(showing: "end42")
        #expect(!hasRun)
    }

    @Test func `completion in bash never runs text from outside`() throws {
        let shell = try TerminalSession(
            program: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
            environment: environment)
        try shell.type("cd; . \(completions)/lede.bash; clear\n")
        try shell.type("lede unread --tag dan\t")
        try shell.waitForScreen(showing: "danger\\;touch\\ ran\\;")
        try shell.type("; echo end$((40 + 2))\n")
        try shell.waitForScreen(showing: "end42")
        #expect(!hasRun)
    }
}
