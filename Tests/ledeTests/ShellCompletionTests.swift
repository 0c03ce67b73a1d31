import Foundation
import TestSupport
import Testing

@Suite struct `Completion in a shell` {
    @Test func `of bash takes what comes from outside for words, whatever is in it`() throws {
        let home = try Home()
        try home.write(urls: ["https://a.example/ \"danger;touch ran;\""])
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Resources/completions/lede.bash").standardized.path
        let shell = try TerminalSession(
            program: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try shell.type("cd; lede() { \(BuildProducts.executable("lede")) \"$@\"; }; . \(script); clear\n")
        try shell.type("lede unread --tag dan\t")
        try shell.waitForScreen(showing: "danger\\;touch\\ ran\\;")
        try shell.type("; echo end$((40 + 2))\n")
        try shell.waitForScreen(showing: "end42")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/ran"))
    }
}
