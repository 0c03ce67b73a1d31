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
}
