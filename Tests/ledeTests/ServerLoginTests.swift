import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Logging in to a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(
            ServerShelf(folders: ["News", "Code", "Code", nil], items: 1), GoogleReaderDouble.freshRSS)
    }

    private var urls: String { (try? String(contentsOfFile: home.config + "/urls", encoding: .utf8)) ?? "" }

    private func run(_ arguments: String...) throws -> CommandRun {
        try Lede.run(["sync", "login"] + arguments, home: home)
    }

    private func session() throws -> TerminalSession {
        try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["sync", "login", double.server.url("/i/")],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
    }

    @Test func `at a terminal, lede asks, hides the password and keeps it in a private file`() throws {
        let session = try session()
        try session.waitForScreen(showing: "found FreshRSS at \(double.url)")
        try session.waitForScreen(showing: "User name:")
        try session.type("anna")
        try session.press(.enter)
        try session.waitForScreen(showing: "Number [1]:")
        try session.press(.enter)
        try session.waitForScreen(showing: "Password:")
        try session.type("wrong")
        try session.press(.enter)
        try session.waitForScreen(showing: "the server refused")
        try session.waitForScreen { $0.text.components(separatedBy: "Password:").count == 3 }
        try session.type("geheim & ö")
        try session.press(.enter)
        #expect(try session.waitForExit() == .status(0))
        #expect(session.screen.contains("added the account to"))
        #expect(!session.screen.contains("geheim") && !session.screen.contains("wrong"))
        #expect(session.modes == session.modesAtStart)
        let folder = home.data + "/passwords"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let file = folder + "/" + name
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "geheim & ö\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(urls.contains("#: password-command cat \(file)\n") && !urls.contains("geheim"))
    }

    @Test func `a changed password replaces the old one, at a terminal`() throws {
        for password in ["geheim & ö", "neu"] {
            double.change { $0.password = password }
            let session = try session()
            try session.waitForScreen(showing: "User name:")
            try session.type("anna\r")
            if password != "neu" {
                try session.waitForScreen(showing: "Number [1]:")
                try session.type("1\r")
            }
            try session.waitForScreen(showing: "Password:")
            try session.type(password + "\r")
            #expect(try session.waitForExit() == .status(0), "\(session.screen.text)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: home.data + "/passwords")
        #expect(names.count == 1)
        #expect(try String(contentsOfFile: home.data + "/passwords/" + names[0], encoding: .utf8) == "neu\n")
        #expect(urls.components(separatedBy: "server:greader").count == 2)
    }

    @Test func `Ctrl-C at the password changes nothing, and the terminal shows typing again`() throws {
        let session = try session()
        try session.waitForScreen(showing: "User name:")
        try session.type("anna\r")
        try session.waitForScreen(showing: "Number [1]:")
        try session.press(.enter)
        try session.waitForScreen(showing: "Password:")
        try session.type("geh")
        try session.press(.control("c"))
        #expect(try session.waitForExit() == .status(1))
        #expect(session.modes == session.modesAtStart && urls.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.data + "/passwords"))
    }
}
