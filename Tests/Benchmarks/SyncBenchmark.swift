import Foundation
import SQLite
import TestSupport

/// Measures “lede sync” with a feed server in another process, which takes 50 ms for each answer. Times are of the whole
/// process from its start to its end; goals stand beside the figures.
struct SyncBenchmark {
    let report: Report

    private let runs = Scale.runs(5)
    private let items = Scale.tenThousand

    /// 1.5 KB, as an item has on average.
    private static let text = String(
        repeating: "<p>Some words of an item, with a <a href=\"https://example.org/\">link</a> to elsewhere.</p>\n",
        count: 17)

    private var shelf: ServerShelf { ServerShelf(feeds: 300, items: items, text: Self.text) }

    func run() throws {
        try measureFirst()
        try measureMarks()
        try measureNothingNew(shelf, latency: 0.05, goals: [.requests: 3, .processorMilliseconds: 30])
        try measureNothingNew(.large, latency: 0, goals: [.processorMilliseconds: 150])
        try measureSilence()
    }

    private func measureFirst() throws {
        let shelf = shelf
        let syncs = try (0..<runs).map { _ in try SyncedHome(shelf).sync() }
        let first = try (0..<runs).map { _ in try secondsToFirstItem(shelf) }
        report.section("the first sync: 300 feeds, \(DecimalText.of(items)) items of 1.5 KB")
        report.add("whole", syncs.map(\.cost), goals: [.seconds: 4, .processorSeconds: 1.5, .megabytes: 40])
        report.add("whole", syncs.map { Reading(.requests, Double($0.requests)) }, goals: [.requests: 60])
        report.add(
            "until the first items are in the library", first.map { Reading(.seconds, $0) }, goals: [.seconds: 0.5])
    }

    private func secondsToFirstItem(_ shelf: ServerShelf) throws -> Double {
        let synced = try SyncedHome(shelf)
        let begin = ContinuousClock.now
        let sync = try PseudoTerminal.ofBenchmarks(
            BuildProducts.executable("lede"), ["sync"], environment: synced.home.environmentOnLoopback)
        while sync.exit == nil {
            usleep(2000)
            guard let database = try? Database(path: synced.library, access: .readOnly),
                (try? database.first("SELECT 1 FROM items") { _ in true }) == true
            else { continue }
            return (ContinuousClock.now - begin) / .seconds(1)
        }
        preconditionFailure("no item came")
    }

    private func measureMarks() throws {
        let synced = try SyncedHome(shelf)
        _ = try synced.sync()
        let marking = try (0..<runs).map { turn in
            let isRead = turn.isMultiple(of: 2)
            _ = try ProgramProbe(["mark", isRead ? "read" : "unread", "--all"], home: synced.home)
            let before = synced.double.requests("edit-tag").count
            let cost = try synced.sync().cost
            precondition(synced.double.shelf.unread.count == (isRead ? 0 : items), "the server has all marks")
            return (cost: cost, requests: synced.double.requests("edit-tag").count - before)
        }
        report.section("\(DecimalText.of(items)) marks sent")
        report.add(
            "requests that mark", marking.map { Reading(.requests, Double($0.requests)) }, goals: [.requests: 40])
        report.add("whole", marking.map(\.cost))
    }

    private func measureNothingNew(_ shelf: ServerShelf, latency: Double, goals: [FigureUnit: Figure.Goal]) throws {
        let synced = try SyncedHome(shelf, latency: latency)
        for _ in 0..<2 { _ = try synced.sync() }
        // While the newest change that the server has told is new, lede asks for it again.
        try Database(path: synced.library, access: .readWrite).execute(
            "UPDATE server_accounts SET cursor = substr(cursor, 1, length(cursor) - 10) || (substr(cursor, -10) - 200)")
        _ = try synced.sync()
        let syncs = try (0..<runs).map { _ in try synced.sync() }
        report.section("nothing has changed, \(DecimalText.of(shelf.items.count)) unread items")
        report.add("whole", syncs.map { Reading(.requests, Double($0.requests)) }, goals: goals)
        report.add("whole", syncs.map(\.cost.inMilliseconds), goals: goals)
        report.add("whole", syncs.map { Reading(.megabytes, $0.cost.peakPrivateMegabytes) })
    }

    /// The start of a reader that syncs at once with a server that never answers, beside one that does.
    private func measureSilence() throws {
        let homes = try (0..<2).map { _ in
            let synced = try SyncedHome(.large, latency: 0, isAutomatic: true)
            for _ in 0..<2 { _ = try synced.sync() }
            try synced.home.write(config: "refresh-on-startup yes\n")
            try StartBenchmark.leaveOnce(synced.home)
            return synced
        }
        homes[0].double.addTrouble(.refusal(of: "", .stall), times: 10_000)
        func start(_ synced: SyncedHome) throws -> Reading {
            // A failure would be a reason to wait with the next sync.
            try Database(path: synced.library, access: .readWrite).execute(
                "UPDATE server_accounts SET failures = 0, retry_at = NULL")
            return try StartBenchmark.time(to: synced.home)
        }
        report.section("a reader of \(DecimalText.of(Scale.hundredThousand)) items whose server is silent")
        try report.turns(
            "from exec to the first list", runs: Scale.runs(25),
            [.own { try start(homes[0]) }, .floor("a good server") { try start(homes[1]) }])
    }
}

/// Measures “lede sync” with a shared folder, whole processes.
struct FolderBenchmark {
    let report: Report

    private let runs = Scale.runs(5)
    private let feeds = 300
    private let items = Scale.hundredThousand

    func run() throws {
        let folder = try Folder()
        let documents = (0..<feeds).map { feed in
            let list = (0..<items / feeds + 1).map { number in
                SampleFeed.Item(title: "Item \(number)", body: "Text", link: "https://example.org/\(feed)/\(number)")
            }
            return Array(SampleFeed(title: "Feed \(feed)", items: list).rss.utf8)
        }
        let server = try LoopbackServer { request in
            guard let number = Int(request.path.dropFirst()) else { return Answer(404) }
            return Answer(200, headers: ["Content-Type": "application/rss+xml"], body: documents[number])
        }
        func filledHome(_ name: String) throws -> Home {
            let home = try Home()
            try home.write(config: "sync-folder \(folder.path("data"))\ndevice-name \(name)\nsync-subscriptions no\n")
            try home.write(urls: (0..<feeds).map { server.url("/\($0)") })
            _ = try ProgramProbe(["refresh"], home: home)
            return home
        }
        let one = try filledHome("one")
        _ = try ProgramProbe(["sync"], home: one)
        _ = try ProgramProbe(["mark", "read", "--all"], home: one)
        let writing = try ProgramProbe(["sync"], home: one)
        let joins = try (0..<runs).map { _ in
            let new = try filledHome("new")
            return try ProgramProbe(["sync"], home: new)
        }
        report.section("\(DecimalText.of(items)) marks in \(feeds) feeds")
        report.add("written", [writing])
        report.add("read", joins, goals: [.processorSeconds: 1.5])
        try report.turns(
            "nothing new", runs: runs,
            [
                .own { try ProgramProbe(["sync"], home: one).inMilliseconds },
                .floor("lede unread") { try ProgramProbe(["unread"], home: one).inMilliseconds }
            ])
    }
}

/// A home with an account on a double of FreshRSS.
private struct SyncedHome {
    let home: Home
    let double: FeedServerDouble

    init(_ shelf: ServerShelf, latency: Double = 0.05, isAutomatic: Bool = false) throws {
        home = try Home(isAutomatic: isAutomatic)
        double = try FeedServerDouble(shelf, GoogleReaderDouble.freshRSS, latency: latency)
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user \(shelf.user)", "#: password \(shelf.password)"
        ])
    }

    var library: String { home.data + "/library.db" }

    /// Syncs, and counts the requests.
    func sync() throws -> (cost: ProgramProbe, requests: Int) {
        let before = double.server.requests.count
        let cost = try ProgramProbe(["sync"], home: home)
        return (cost, double.server.requests.count - before)
    }
}

extension ServerShelf {
    fileprivate static var large: ServerShelf {
        ServerShelf(feeds: 300, items: Scale.hundredThousand, text: "<p>Text</p>")
    }

    /// Feeds whose items came in turn during the last hours, the newest now.
    fileprivate init(feeds: Int, items: Int, text: String) {
        self.init()
        for number in 1...feeds {
            self.feeds.append(
                Feed(
                    number: number, url: "https://example.org/\(number)", title: "Feed \(number)",
                    folder: "Folder \(number % 20)"))
        }
        now = Int(Date().timeIntervalSince1970) - items
        for number in 0..<items { addItem(to: number % feeds + 1) }
        for index in self.items.indices { self.items[index].content = text }
    }
}
