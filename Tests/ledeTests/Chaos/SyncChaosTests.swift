import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos of syncs` {
    @Test(arguments: MarkedServer.Kind.allCases)
    func `killing lede at any moment of a sync loses no mark of either side`(kind: MarkedServer.Kind) throws {
        let server = try MarkedServer(kind)
        var killed = 0
        for _ in TestSupport.Chaos.rounds(3) where try server.killSync() { killed += 1 }
        try server.syncUntilAgreement()
        try server.markBothSides()
        for _ in TestSupport.Chaos.rounds(3) where try server.killSync() { killed += 1 }
        try server.syncUntilAgreement()
        try server.checkMarks()
        #expect(killed > 0)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "sync with \(kind.rawValue)",
            tried: 2 * TestSupport.Chaos.rounds(3).count, struck: killed)
    }

    @Test(arguments: MarkedServer.Kind.allCases)
    func `a server that breaks off at any moment of a sync loses no mark of either side`(
        kind: MarkedServer.Kind
    ) throws {
        let server = try MarkedServer(kind)
        var failed = 0
        for round in TestSupport.Chaos.rounds(3) where try server.syncBrokenOff(atOnce: round == 1) { failed += 1 }
        try server.syncUntilAgreement()
        try server.markBothSides()
        for round in TestSupport.Chaos.rounds(3) where try server.syncBrokenOff(atOnce: round == 1) { failed += 1 }
        try server.syncUntilAgreement()
        try server.checkMarks()
        #expect(failed > 0)
        ChaosTable.note(
            fault: "a server that breaks off", write: "sync with \(kind.rawValue)",
            tried: 2 * TestSupport.Chaos.rounds(3).count, struck: failed)
    }
}

/// A feed server and a home of lede with an account there, each with many marks that the other one doesn't know yet.
final class MarkedServer {
    enum Kind: String, CaseIterable {
        case greader, miniflux, nextcloud

        fileprivate var dialect: any ServerDialect {
            switch self {
            case .greader: GoogleReaderDouble.freshRSS
            case .miniflux: MinifluxDouble.new
            case .nextcloud: NextcloudDouble()
            }
        }
    }

    /// What happens to an item, and where. Its title says it.
    private enum Fate: String, CaseIterable {
        case readHere, starredHere, readThere, starredThere, readAndStarred, untouched

        /// Of twenty items, as many are marked here as there. Feeds in which nothing stays unread can be marked as a whole.
        init(of number: Int, inFeed feed: Int) {
            switch number % 20 {
            case 0..<7: self = .readHere
            case 7, 8: self = .starredHere
            case 9..<16: self = .readThere
            case 16, 17: self = .starredThere
            case 18: self = .readAndStarred
            default: self = feed > MarkedServer.feeds / 2 ? .readHere : .untouched
            }
        }

        init(_ title: String) {
            self = title.split(separator: " ").first.flatMap { Self(rawValue: String($0)) } ?? .untouched
        }

        var isRead: Bool { self == .readHere || self == .readThere || self == .readAndStarred }
        var isStarred: Bool { self == .starredHere || self == .starredThere || self == .readAndStarred }
    }

    /// How many marks each side gets: more with “make chaos CHAOS_MARKS=100000”.
    private static let marks = ProcessInfo.processInfo.environment["LEDE_CHAOS_MARKS"].flatMap { Int($0) } ?? 1000
    private static let feeds = 12
    private static let guess = Duration.milliseconds(300 + marks / 5)

    private let home: Home
    private let double: FeedServerDouble
    /// How long a sync takes at most: at first a guess, and then as long as one that ended before it was killed.
    private var longest = MarkedServer.guess

    init(_ kind: Kind) throws {
        var shelf = ServerShelf()
        for feed in 1...Self.feeds {
            shelf.feeds.append(
                ServerShelf.Feed(number: feed, url: "https://example.org/\(feed)", title: "Feed \(feed)"))
        }
        shelf.now = Int(Date().timeIntervalSince1970) - 2 * Self.marks
        for number in 0..<2 * Self.marks {
            let feed = number / 20 % Self.feeds + 1
            shelf.addItem(to: feed, title: "\(Fate(of: number, inFeed: feed).rawValue) \(number)")
        }
        home = try Home()
        double = try FeedServerDouble(shelf, kind.dialect)
        // Nextcloud tells of all changes in one answer, and the double takes long for a hundred thousand.
        try home.write(urls: [
            "server:\(kind.rawValue):\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö",
            "#: timeout 300"
        ])
    }

    func markBothSides() throws {
        longest = Self.guess
        for (mark, titles) in [("read", "^(readHere|readAndStarred) "), ("star", "^starredHere ")] {
            let run = try lede("mark", mark, "--filter", "title =~ \"\(titles)\"")
            #expect(run.status == 0, "\(run)")
        }
        double.change { shelf in
            // Its clock has gone on.
            shelf.now = max(shelf.now, Int(Date().timeIntervalSince1970))
            for item in shelf.items {
                switch Fate(item.title) {
                case .readThere: shelf.change(item.id) { $0.isRead = true }
                case .starredThere, .readAndStarred: shelf.change(item.id) { $0.isStarred = true }
                case .readHere, .starredHere, .untouched: break
                }
            }
        }
    }

    /// Kills a sync at some moment; returns whether it was still running.
    func killSync() throws -> Bool {
        let begin = ContinuousClock.now
        let run = try KilledRun(
            program: BuildProducts.executable("lede"), arguments: ["sync"],
            environment: Lede.environment(home: home, adding: [:]),
            after: .random(in: 0.05...1) * (longest / .seconds(1)))
        if run.exit == .signal(SIGKILL) { return true }
        longest = ContinuousClock.now - begin
        return false
    }

    /// Syncs with a server that breaks off at some request or the first, before or after it has done what was asked, and is back after a
    /// few more; returns whether the sync failed.
    func syncBrokenOff(atOnce: Bool) throws -> Bool {
        let crashes: [ServerTrouble] = [
            .refusal(of: "", .reset(after: [])), .loss(of: "", .reset(after: [])),
            .loss(of: "", .cut(after: 100, of: Array(repeating: UInt8(ascii: " "), count: 1000)))
        ]
        let after = atOnce ? 0 : Int.random(in: 0...(4 + 2 * Self.marks / 250))
        if let crash = crashes.randomElement() { double.addTrouble(crash, after: after) }
        double.addTrouble(.refusal(of: "", .reset(after: [])), times: .random(in: 1...3), after: after + 1)
        defer { double.endTroubles() }
        return try lede("sync").status != 0
    }

    func syncUntilAgreement() throws {
        for _ in 1...3 {
            let run = try lede("sync")
            #expect(run.status == 0, "\(run)")
        }
        let status = try lede("sync", "--status")
        #expect(status.output == "Home\tin agreement\n", "\(status)")
    }

    func checkMarks() throws {
        let there = double.shelf.items.map { Marked($0.title, $0.isRead, $0.isStarred) }
        let database = try Database(path: home.data + "/library.db", access: .readOnly)
        let here = try database.all(
            "SELECT title, is_read, is_starred FROM items JOIN states ON item = items.id ORDER BY items.id"
        ) { Marked($0.text(0), $0.bool(1), $0.bool(2)) }
        #expect(here.count == 2 * Self.marks && there.count == 2 * Self.marks)
        #expect(here.filter { !$0.isRight }.prefix(5) == [])
        #expect(there.filter { !$0.isRight }.prefix(5) == [])
    }

    private struct Marked: Equatable {
        let title: String
        let isRead: Bool
        let isStarred: Bool

        init(_ title: String, _ isRead: Bool, _ isStarred: Bool) {
            (self.title, self.isRead, self.isStarred) = (title, isRead, isStarred)
        }

        var isRight: Bool { Fate(title).isRead == isRead && Fate(title).isStarred == isStarred }
    }

    private func lede(_ arguments: String...) throws -> CommandRun {
        try Lede.run(arguments, home: home, within: 600)
    }
}

@Suite(.blocking) struct `Chaos of folders` {
    private let homes: [Home]
    private let server: LoopbackServer

    init() throws {
        let first = try Home()
        homes = [first, try Home()]
        let folder = first.path + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let items = (1...2000).map { SampleFeed.Item(title: "Item \($0)", link: "https://example.org/\($0)") }
        let feed = SampleFeed(title: "News", items: items).rss
        server = try LoopbackServer { _ in Answer(200, body: feed) }
        for (number, home) in homes.enumerated() {
            try home.write(config: "sync-folder \(folder)\ndevice-name device\(number)\n")
            try home.write(urls: [server.url("/feed")])
            #expect(try Lede.run("refresh", home: home).status == 0)
        }
    }

    private func run(_ words: String..., on home: Home) throws -> String {
        let run = try Lede.run(words, home: home)
        #expect(run.status == 0, "\(words): \(run)")
        return run.output
    }

    /// Kills a sync after a part of the time that the last one took; returns whether it was still running.
    private func killSync(on home: Home, _ duration: inout Duration) throws -> Bool {
        let begin = ContinuousClock.now
        let run = try KilledRun(
            program: BuildProducts.executable("lede"), arguments: ["sync"],
            environment: Lede.environment(home: home, adding: [:]),
            after: .random(in: 0.05...1) * (duration / .seconds(1)))
        if run.exit == .signal(SIGKILL) { return true }
        duration = ContinuousClock.now - begin
        return false
    }

    @Test func `killing lede at any moment of a sync loses no mark of either device`() throws {
        var killed = 0
        var duration = Duration.milliseconds(200)
        for home in homes { _ = try run("sync", on: home) }
        for round in TestSupport.Chaos.rounds(3) {
            let (doer, other) = (homes[round % 2], homes[(round + 1) % 2])
            _ = try run("mark", round.isMultiple(of: 2) ? "read" : "unread", "--all", on: doer)
            for home in [doer, other, doer] where try killSync(on: home, &duration) { killed += 1 }
            for home in [doer, other] { _ = try run("sync", on: home) }
            let expected = round.isMultiple(of: 2) ? "0\n" : "2000\n"
            for home in homes { #expect(try run("unread", on: home) == expected) }
        }
        #expect(killed > 0)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "sync of two devices through a folder",
            tried: 3 * TestSupport.Chaos.rounds(3).count, struck: killed)
    }
}
