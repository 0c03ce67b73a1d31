import Foundation
import TestSupport
import Testing

@Suite struct `Syncing with a feed server` {
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

    private func number(of title: String) throws -> String {
        let line = try Lede.run("items", home: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `lede sync takes feeds and items, and marks go both ways`() throws {
        let first = try sync()
        #expect(first.status == 0 && first.output == "Home: 6 new items, 2 feeds added\n", "\(first)")
        #expect(try Lede.run("unread", home: home).output == "6\n")
        #expect(try Lede.run("feeds", home: home).output.contains("Feed 1"))
        #expect(try Lede.run("mark", "read", number(of: "Item 1"), home: home).status == 0)
        #expect(try sync("--status").output == "Home\t1 change not sent yet\n")
        double.change { $0.items[1].isStarred = true }
        let second = try sync()
        #expect(second.output == "Home: 1 item marked as on the server, 1 mark sent\n", "\(second)")
        #expect(double.shelf.items[0].isRead)
        #expect(try Lede.run("items", "--starred", home: home).output.contains("Item 2"))
        #expect(try sync("--status").output == "Home\tin agreement\n")
        #expect(try sync("--undo").status == 0)
        #expect(!double.shelf.items[1].isStarred)
    }

    @Test func `lede refresh syncs, too, and a wrong password fails in words that don't show it`() throws {
        let run = try Lede.run("refresh", home: home)
        #expect(run.status == 0 && run.output == "Home: 6 new items, 2 feeds added\n", "\(run)")
        try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password wrong"])
        let wrong = try Lede.run("refresh", home: home)
        #expect(wrong.status == 1 && wrong.errors.contains("Home: the server refused the user name or the password"))
        #expect(!wrong.errors.contains("wrong\n"))
        #expect(try sync("--json").output.contains(#""result":"failed""#))
    }

    @Test func `the reader sends marks after a moment, and those left when it ends`() throws {
        #expect(try sync().status == 0)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("6 unread") && $0.lines[0].hasSuffix("=") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Item 3")
        try reader.press("N")
        // The sign of agreement may still be that from before.
        try reader.waitForScreen { [double] screen in
            screen.lines[0].hasSuffix("=") && double.shelf.items.count(where: \.isRead) == 1
        }
        try reader.press("j", "N", "q", "q")
        _ = try reader.waitForExit()
        #expect(double.shelf.items.count(where: \.isRead) == 2)
    }

    @Test func `R syncs in the reader`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("0 unread") && !$0.lines[0].hasSuffix("=") }
        try reader.press("R")
        try reader.waitForScreen {
            $0.contains("6 unread") && $0.contains("Feed 2") && $0.contains("Synced with the server")
                && $0.lines[0].hasSuffix("=")
        }
        double.change { $0.addItem(to: 1, title: "Fresh from the server") }
        try reader.press("R")
        try reader.waitForScreen(showing: "7 unread")
    }

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

    @Test func `a removed feed goes on the server, and undo brings it back there`() throws {
        #expect(try sync().status == 0)
        #expect(try Lede.run("remove", "https://example.org/1", home: home).status == 0)
        #expect(try Lede.run("rename", "https://example.org/2", "Mine", home: home).status == 0)
        #expect(try sync().status == 0)
        #expect(double.shelf.feeds.map(\.title) == ["Mine"])
        #expect(try Lede.run("undo", home: home).status == 0 && Lede.run("undo", home: home).status == 0)
        #expect(try Lede.run("feeds", home: home).output.contains("https://example.org/1"))
        #expect(try sync().status == 0)
        #expect(Set(double.shelf.feeds.map(\.title)) == ["Feed 1", "Feed 2"])
    }
}
