import FeedServerDoubles
import Figures
import Foundation
import SQLite
import System
import TestSupport

/// Measures syncs of “lede sync” with a feed server in another process, which takes 50 ms for each answer. Times are of the
/// whole process from its start to its end; its goal stands beside each figure.
struct SyncBenchmark {
    let report: Report

    private let runs = Scale.runs(5)
    private let items = Scale.tenThousand

    /// 1.5 KB, as an item has on average.
    private static let text = String(
        repeating: "<p>Some words of an item, with a <a href=\"https://example.org/\">link</a> to elsewhere.</p>\n",
        count: 17)

    func run() throws {
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
        report.section("the first sync: 300 feeds, \(DecimalText.of(items)) items of 1.5 KB")
        report.add("whole", syncs.map(\.cost), goals: [.seconds: 4, .processorSeconds: 1.5, .megabytes: 40])
        report.add("whole", syncs.map { Reading(.requests, Double($0.requests)) }, goals: [.requests: 60])
        report.add(
            "until the first items are in the library", first.map { Reading(.seconds, $0) }, goals: [.seconds: 0.5])
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
        report.section("\(DecimalText.of(items)) marks sent")
        report.add("requests that mark", requests.map { Reading(.requests, Double($0)) }, goals: [.requests: 40])
        report.add("whole", costs)
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
            report.section("nothing has changed, \(DecimalText.of(items)) unread items, \(server.kind)")
            report.add(
                "whole", syncs.map { Reading(.requests, Double($0.requests)) },
                goals: [.requests: Figure.Goal(server.requests)])
            report.add("whole", syncs.map(\.cost.inMilliseconds), goals: [.processorMilliseconds: 30])
            let writing = zip(watches, watches.dropFirst()).count { $0 != $1 }
            report.add("syncs that wrote to the database", [Reading(.writes, Double(writing))], goals: [.writes: 0])
        }
    }

    /// Lets the newest change that the server has told be older: while it is new, lede asks for it again.
    private static let threeMinutesLater = """
        UPDATE server_accounts SET cursor = substr(cursor, 1, length(cursor) - 10) || (substr(cursor, -10) - 200)
        """

    private func measureManyIDs() throws {
        let items = Scale.hundredThousand
        let synced = try greader(ServerShelf(feeds: 300, items: items, text: "<p>Text</p>"), latency: 0)
        for _ in 0..<2 { _ = try synced.sync() }
        let syncs = try (0..<runs).map { _ in try synced.sync() }
        report.section("nothing has changed, \(DecimalText.of(items)) unread items")
        report.add("whole", syncs.map(\.cost.inMilliseconds), goals: [.processorMilliseconds: 150])
        report.add("whole", syncs.map { Reading(.megabytes, $0.cost.peakPrivateMegabytes) })
    }
}
