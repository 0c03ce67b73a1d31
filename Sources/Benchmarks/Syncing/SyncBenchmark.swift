import FeedServerDoubles
import Foundation
import Locks
import SQLite
import TestSupport

/// Measures syncs of “lede sync” with a feed server in another process, which takes 50 ms for each answer. Times are of the
/// whole process from its start to its end; each figure is a median, and its goal stands beside it.
struct SyncBenchmark {
    private let runs = 5
    private let items = 10_000

    /// 1.5 KB, as an item has on average.
    private static let text = String(
        repeating: "<p>Some words of an item, with a <a href=\"https://example.org/\">link</a> to elsewhere.</p>\n",
        count: 17)

    func run() throws {
        print("a sync with a feed server that takes 50 ms for each answer, medians of \(runs):")
        try measureFirst()
        try measureMarks()
        try measureNothingNew()
        try measureManyIDs()
    }

    private func greader(_ shelf: ServerShelf, latency: Double = SyncedHome.latency) throws -> SyncedHome {
        try SyncedHome(shelf, kind: "greader", GoogleReaderDouble.freshRSS, latency: latency)
    }

    private var shelf: ServerShelf { ServerShelf(feeds: 300, items: items, text: Self.text) }

    private func measureFirst() throws {
        let shelf = shelf
        let syncs = try (0..<runs).map { _ in try greader(shelf).sync() }
        let first = try (0..<runs).map { _ in try secondsToFirstItem(shelf) }
        print("  the first sync: 300 feeds, \(items) items of 1.5 KB")
        Goal("time", "s", 4).tell(syncs.map(\.cost.seconds))
        Goal("processor time", "s", 1.5).tell(syncs.map(\.cost.processorSeconds))
        Goal("private memory", "MB", 40).tell(syncs.map(\.cost.peakPrivateMegabytes))
        Goal("requests", "", 60).tell(syncs.map { Double($0.requests) })
        Goal("time to the first items in the library", "s", 0.5).tell(first)
    }

    private func secondsToFirstItem(_ shelf: ServerShelf) throws -> Double {
        let synced = try greader(shelf)
        let begin = ContinuousClock.now
        let isOver = Locked(false)
        let seen = Locked<Double?>(nil)
        Thread.detachNewThread {
            while !isOver.withLock({ $0 }), seen.withLock({ $0 }) == nil {
                usleep(2000)
                guard let database = try? Database(path: synced.library, access: .readOnly),
                    (try? database.first("SELECT 1 FROM items") { _ in true }) == true
                else { continue }
                seen.withLock { $0 = (ContinuousClock.now - begin) / .seconds(1) }
            }
        }
        _ = try CommandRun(
            program: BuildProducts.executable("lede"), arguments: ["sync"],
            environment: synced.home.environmentOnLoopback, within: 60)
        isOver.withLock { $0 = true }
        return seen.withLock { $0 } ?? .infinity
    }

    private func measureMarks() throws {
        let synced = try greader(shelf)
        _ = try synced.sync()
        var (costs, requests): ([ProgramProbe], [Int]) = ([], [])
        for turn in 0..<runs {
            _ = try synced.run("mark", turn.isMultiple(of: 2) ? "read" : "unread", "--all")
            let before = synced.double.requests("edit-tag").count
            costs.append(try synced.sync().cost)
            requests.append(synced.double.requests("edit-tag").count - before)
            let unread = synced.double.shelf.unread.count
            precondition(unread == (turn.isMultiple(of: 2) ? 0 : items), "the server has all marks")
        }
        print("  \(items) marks sent")
        Goal("requests that mark", "", 40).tell(requests.map(Double.init))
        Goal("time", "s").tell(costs.map(\.seconds))
        Goal("processor time", "s").tell(costs.map(\.processorSeconds))
    }

    private func measureNothingNew() throws {
        let servers: [(kind: String, dialect: any ServerDialect, requests: Double)] = [
            ("greader", GoogleReaderDouble.freshRSS, 3), ("miniflux", MinifluxDouble.new, 2),
            ("nextcloud", NextcloudDouble(), 2)
        ]
        for server in servers {
            let synced = try SyncedHome(shelf, kind: server.kind, server.dialect)
            for _ in 0..<2 { _ = try synced.sync() }
            let database = try Database(path: synced.library, access: .readWrite)
            try database.execute(Self.threeMinutesLater)
            _ = try synced.sync()
            var watches = [try WriteWatch(database, synced.library)]
            let syncs = try (0..<runs).map { _ in
                let sync = try synced.sync()
                watches.append(try WriteWatch(database, synced.library))
                return sync
            }
            print("  nothing has changed, \(items) unread items, \(server.kind)")
            Goal("requests", "", server.requests).tell(syncs.map { Double($0.requests) })
            Goal("processor time", "ms", 30).tell(syncs.map { $0.cost.processorSeconds * 1000 })
            let writing = zip(watches, watches.dropFirst()).count { $0 != $1 }
            Goal("syncs that wrote to the database", "", 0).tell([Double(writing)])
        }
    }

    /// Lets the newest change that the server has told be older: while it is new, lede asks for it again.
    private static let threeMinutesLater = """
        UPDATE server_accounts SET cursor = substr(cursor, 1, length(cursor) - 10) || (substr(cursor, -10) - 200)
        """

    private func measureManyIDs() throws {
        let synced = try greader(ServerShelf(feeds: 300, items: 100_000, text: "<p>Text</p>"), latency: 0)
        for _ in 0..<2 { _ = try synced.sync() }
        let syncs = try (0..<runs).map { _ in try synced.sync() }
        print("  nothing has changed, 100000 unread items")
        Goal("processor time", "ms", 150).tell(syncs.map { $0.cost.processorSeconds * 1000 })
        Goal("private memory", "MB").tell(syncs.map(\.cost.peakPrivateMegabytes))
    }
}
