import Foundation
import Library
import SQLite
import System
import TestSupport
import Testing

@Suite(.blocking, .serialized) struct SoakTests {
    @Test func `readers survive careless keys, a bad server, changing files and other processes, and lose nothing`()
        throws
    {
        print("Soaking for \(Soaking.seconds) s with LEDE_SOAK_SEED=\(Soaking.seed)")
        print(try Soak(seed: Soaking.seed).run(seconds: Soaking.seconds))
    }
}

/// Readers under a careless user, fed by a bad server, while files change and other processes write.
///
/// It goes by rounds. After each, everything comes to rest and is compared and undone.
final class Soak {
    private let seed: UInt64
    private let home: Home
    private let server: SoakServer
    private let environment: [String: String]
    private let readers: [SoakReader]
    private let trace = Record<String>()
    private var chance: SplitMix
    /// What the reader that nobody leaves took after each round.
    private var figures: [ProcessFigures] = []

    init(seed: UInt64) throws {
        self.seed = seed
        chance = SplitMix(state: seed)
        home = try Home(isAutomatic: true)
        server = try SoakServer(seed: seed)
        // Nothing but these can be run by name.
        try FileManager.default.createDirectory(
            atPath: home.path + "/bin", withIntermediateDirectories: true)
        for name in ["cat", "true", "false"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.path)/bin/\(name)", withDestinationPath: "/bin/\(name)")
        }
        environment = ["PATH": home.path + "/bin", "EDITOR": "true", "VISUAL": "true", "BROWSER": "true %s"]
        try home.write(urls: server.urls)
        try home.write(config: Self.config(home))
        readers = try [
            SoakReader("steady", mayLeave: false, home: home, environment: environment),
            SoakReader("restless", mayLeave: true, home: home, environment: environment)
        ]
    }

    static func config(_ home: Home) -> String {
        """
        auto-reload yes
        reload-time 1
        download-timeout 3
        browser true
        bookmark-cmd true
        notify-program true
        save-path \(home.path)

        """
    }

    /// Goes on for this long; returns what it has seen in words.
    func run(seconds: Double) throws -> String {
        let names = try Self.namesOutside()
        let deadline = Deadline(in: seconds)
        var round = 0
        do {
            while round == 0 || !deadline.hasPassed {
                round += 1
                try drive(for: min(seconds, 45), seed: seed &+ UInt64(round) << 20)
                try compare()
            }
            try expectNoGrowth()
            guard try Self.namesOutside() == names else { throw SoakFailure("there are new files outside the home") }
            for reader in readers { try reader.quit() }
        } catch {
            let file = try write(error)
            throw SoakFailure("\(error)\nseed \(seed), round \(round); see \(file)")
        }
        let slowest = readers.map(\.slowest).max() ?? .zero
        let memory = figures.map { "\($0.kilobytes / 1024)" }.joined(separator: ", ")
        return """
            soak with seed \(seed): \(round) rounds, \(trace.entries.count) inputs and commands, slowest answer \(slowest), \
            after each round \(memory) MB, \(figures.map { "\($0.descriptors)" }.joined(separator: ", ")) descriptors, \
            \(figures.map { "\($0.threads)" }.joined(separator: ", ")) threads
            """
    }

    private func drive(for seconds: Double, seed: UInt64) throws {
        server.behave(false)
        let company = SoakCompany(
            home: home, urls: server.urls, environment: environment, seed: seed, record: { [trace] in trace.add($0) })
        defer { company.stop() }
        let deadline = Deadline(in: seconds)
        var count = 0
        while !deadline.hasPassed {
            count += 1
            guard let reader = readers.randomElement(using: &chance) else { return }
            let input = SoakInput(mayLeave: reader.mayLeave, using: &chance)
            trace.add("\(reader.name): \(input)")
            try reader.take(input)
            if count.isMultiple(of: 40) { for reader in readers { try reader.expectAnswer(within: 10) } }
            if let trouble = company.trouble { throw SoakFailure(trouble) }
        }
        company.stop()
        let end = Deadline(in: 100)
        while !company.hasStopped {
            if end.hasPassed { throw SoakFailure("a command never ended") }
            for reader in readers { try reader.session.settle(for: 0.05) }
        }
        if let trouble = company.trouble { throw SoakFailure(trouble) }
    }

    /// Everything comes to rest; then the screens, the commands and the database agree, and undoing brings everything back.
    private func compare() throws {
        trace.add("comparing")
        server.behave(true)
        try home.write(urls: server.urls)
        try home.write(config: Self.config(home))
        for reader in readers {
            reader.session.resize(columns: 100, rows: 30)
            for _ in 1...3 { try reader.expectAnswer(within: 20) }
        }
        try expectAgreement()
        let library = try Library(path: home.data + "/library.db")
        try undoEverything(in: library)
        try home.write(urls: server.urls)
        try expectAgreement()
        let faults = try library.check()
        guard faults.isEmpty else { throw SoakFailure("\(faults)") }
        let marked = try count(
            """
            SELECT count(*) FROM states
            WHERE is_read OR is_starred OR is_deleted OR item IN (SELECT item FROM item_tags)
            """)
        guard marked == 0 else { throw SoakFailure("\(marked) items are marked by no step of the journal") }
        let refresh = try Lede.run("refresh", home: home, environment: environment)
        guard refresh.status == 0 else { throw SoakFailure("the feeds can't be refreshed: \(refresh.errors)") }
        let leases = try count("SELECT count(*) FROM fetches WHERE lease_holder IS NOT NULL")
        guard leases == 0 else { throw SoakFailure("\(leases) feeds wait for a fetch that has ended") }
        for reader in readers { _ = try reader.unreadAtRest() }
        figures.append(try readers[0].figures())
    }

    private func expectAgreement() throws {
        var disagreement: String?
        // The readers refresh by themselves, perhaps just now.
        for _ in 1...5 {
            let shown = try readers.map { try $0.unreadAtRest() }
            let said = try Lede.run("unread", home: home).output
            let stored = try count("SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0")
            disagreement =
                shown.allSatisfy { $0 == stored } && said == "\(stored)\n"
                ? nil
                : "the screens count \(shown) unread items, “lede unread” \(said), and the database \(stored)"
            if disagreement == nil { break }
        }
        if let disagreement { throw SoakFailure(disagreement) }
        let listed = try Lede.run("feeds", "--json", home: home).output.split(separator: "\n").count
        guard listed == SoakServer.feeds else {
            throw SoakFailure("there are \(listed) feeds and not \(SoakServer.feeds)")
        }
    }

    private func undoEverything(in library: Library) throws {
        enum Step { case marks, urls, nothing }
        for _ in 1...2000 {
            let steps = Record<Step>()
            library.undo { _ in
                steps.add(.urls)
            } finish: {
                steps.add($0 == nil ? .nothing : .marks)
            }
            library.drain()
            switch steps.entries.last {
            case .marks: continue
            case .urls:
                let run = try Lede.run("undo", home: home, environment: environment)
                guard run.status == 0 || run.status == 1 else { throw SoakFailure("lede undo: \(run)") }
            case .nothing: return
            case nil: throw SoakFailure("an undo was neither done nor refused")
            }
        }
        throw SoakFailure("undoing never ends")
    }

    /// A reader may take more at first. After three rounds it has seen everything.
    private func expectNoGrowth() throws {
        let (early, late) = (figures.prefix(3), figures.suffix(3))
        func most(_ of: KeyPath<ProcessFigures, Int>) -> Int { early.map { $0[keyPath: of] }.max() ?? 0 }
        func least(_ of: KeyPath<ProcessFigures, Int>) -> Int { late.map { $0[keyPath: of] }.min() ?? 0 }
        guard least(\.descriptors) <= most(\.descriptors) + 4, least(\.threads) <= most(\.threads) + 4,
            most(\.descriptors) < 100, most(\.threads) < 60,
            // The address sanitizer keeps what was freed.
            Sanitizer.builtIn == .address
                || least(\.kilobytes) <= most(\.kilobytes) * 5 / 4 + 8192 && most(\.kilobytes) < 300_000
        else { throw SoakFailure("the steady reader grows: \(figures)") }
    }

    private func count(_ query: String) throws -> Int {
        try Database(path: home.data + "/library.db", access: .readOnly).first(query) { $0.int(0) } ?? 0
    }

    private static func namesOutside() throws -> [String] {
        try ["/", FileManager.default.currentDirectoryPath].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: $0).sorted()
        }
    }

    /// Writes what helps to find the reason, and returns the file's path.
    private func write(_ error: any Error) throws -> String {
        let path = ProjectFile.path(".build/soak-\(seed).txt")
        let screens = readers.map { "\($0.name)\n\($0.session.screen)\n\($0.threads)" }
        let text = ["\(error)", "seed \(seed)", "figures \(figures)"] + trace.entries.suffix(200) + screens
        try text.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
