import Foundation
import TestSupport
import Testing

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
