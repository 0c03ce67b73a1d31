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

@Suite(.blocking) struct `Syncing with a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
    }

    private func sync(_ arguments: String...) throws -> CommandRun { try Lede.run(["sync"] + arguments, home: home) }

    @Test func `a password is in no argument, message, JSON, backup or file of the library`() throws {
        let secret = "sesame-8d1f"
        let command = try home.writeProgram("password", "printf %s sesame-; printf %s 8d1f")
        func write(_ settings: String...) throws {
            try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna"] + settings)
        }
        double.change { $0.password = secret }
        try write("#: password-command \(command)")
        let gate = Gate()
        double.addTrouble(.delay(of: "subscription/list", until: gate))
        var arguments = ""
        _ = try KilledRun(
            program: BuildProducts.executable("lede"), arguments: ["sync"],
            environment: Lede.environment(home: home, adding: [:])
        ) {
            try gate.waitUntilReached()
            for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
                for file in ["cmdline", "environ"] {
                    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data()
                    arguments += String(decoding: bytes, as: UTF8.self)
                }
            }
        }
        gate.open()
        #expect(arguments.contains("lede\u{0}sync\u{0}") && !arguments.contains(secret))
        var runs: [CommandRun] = []
        for settings in ["#: password-command \(command)", "#: password \(secret)"] {
            try write(settings)
            for words in [
                ["sync", "--json"], ["sync", "--status", "--json"], ["refresh"], ["feeds", "--json"], ["doctor"],
                ["doctor", "--json"], ["history"], ["export", "opml"], ["export", "json"], ["config"]
            ] {
                runs.append(try Lede.run(words, home: home))
            }
            double.change {
                $0.forgetKey()
                $0.password = "another"
            }
            runs.append(try sync())
            runs.append(try sync("--json"))
            double.change { $0.password = secret }
        }
        runs.append(try Lede.run("backup", home.path + "/data/backup.db", home: home))
        #expect(runs.contains { $0.errors.contains("refused the user name or the password") })
        for run in runs { #expect(!(run.output + run.errors).contains(secret), "\(run)") }
        for folder in ["data", "cache", "state"] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: "\(home.path)/\(folder)") {
                let bytes = FileManager.default.contents(atPath: "\(home.path)/\(folder)/\(file)") ?? Data()
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
            }
        }
    }
}

@Suite(.blocking) struct `What the user sees of a sync` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News"], items: 1200), GoogleReaderDouble.freshRSS)
        try write(password: "geheim & ö")
    }

    private func write(password: String, url: String? = nil) throws {
        try home.write(urls: [
            "server:greader:\(url ?? double.url) \"~Home\"", "#: user anna", "#: password \(password)"
        ])
    }

    private func sync(_ arguments: String...) throws -> CommandRun { try Lede.run(["sync"] + arguments, home: home) }

    @Test func `feeds that vanish at once stay until the user agrees, in the list of failures, too`() throws {
        double.change { shelf in
            for number in 2...40 {
                shelf.feeds.append(.init(number: number, url: "https://example.org/\(number)", title: "Feed \(number)"))
            }
        }
        #expect(try sync().status == 0)
        double.change { $0.feeds.removeLast(39) }
        // The change makes the next sync read the list of feeds.
        #expect(try Lede.run("add", "--as-is", "https://example.org/more", home: home).status == 0)
        #expect(try sync().errors.isEmpty)
        #expect(
            try sync("--status").output.contains("39 feeds vanished from the server at once, and lede keeps them here"))
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 failed (E)")
        try reader.press("E", "m")
        try reader.waitForScreen(showing: "Remove the 39 feeds that vanished there")
        try reader.press(.down, .enter)
        try reader.waitForScreen(showing: "This server works again.")
        #expect(try Lede.run("feeds", home: home).output.split(separator: "\n").count == 2)
    }
}

@Suite(.blocking) struct `Syncing through a folder` {
    private let laptop: Home
    private let desk: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        (laptop, desk, folder, server) = try Home.twoDevices()
        try laptop.write(urls: [server.url("/feed")])
    }

    private func run(_ arguments: String..., on home: Home) throws -> CommandRun {
        try Lede.run(arguments, home: home)
    }

    private func number(of title: String, on home: Home) throws -> String {
        let line = try run("items", on: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `the reader shows marks of another device as soon as they arrive`() throws {
        #expect(try run("refresh", on: laptop).status == 0)
        for home in [desk, laptop, desk] { #expect(try run("sync", on: home).status == 0) }
        #expect(try run("refresh", on: desk).status == 0)
        let reader = try Reader.launch(home: laptop)
        try reader.waitForScreen { $0.contains("3 unread") && $0.lines[0].hasSuffix("=") }
        #expect(try run("mark", "read", number(of: "Item 1", on: desk), on: desk).status == 0)
        #expect(try run("sync", on: desk).status == 0)
        try reader.waitForScreen { $0.contains("2 unread") }
        try FileManager.default.moveItem(atPath: folder, toPath: folder + "2")
        try reader.waitForScreen { $0.lines[0].hasSuffix("⚠") }
        try FileManager.default.moveItem(atPath: folder + "2", toPath: folder)
        try reader.waitForScreen { $0.lines[0].hasSuffix("=") }
        try reader.press("q", "q")
        _ = try reader.waitForExit()
    }

    @Test func `the reader writes marks after a moment, and shows that all agrees`() throws {
        #expect(try run("refresh", on: laptop).status == 0)
        let reader = try Reader.launch(home: laptop)
        try reader.waitForScreen { $0.contains("3 unread") && $0.lines[0].hasSuffix("=") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Item 3")
        try reader.press("N")
        try reader.waitForScreen { $0.contains("2 unread") && $0.lines[0].hasSuffix("=") }
        try reader.press("q", "q")
        _ = try reader.waitForExit()
        #expect(try run("sync", on: desk).status == 0)
        #expect(try run("refresh", on: desk).status == 0)
        #expect(try run("unread", on: desk).output == "2\n")
    }
}
