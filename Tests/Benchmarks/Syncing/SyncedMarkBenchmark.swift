import Figures
import Library
import TestSupport

/// Measures marking a tenth of all items that a feed server has, beside the same items that none has, in turns.
struct SyncedMarkBenchmark {
    let report: Report
    let size: Int

    private let runs = Scale.runs(7)

    func run() throws {
        let account = AccountKey(kind: "greader", url: "http://127.0.0.1:9/api/greader.php", user: "anna")
        let generated = try GeneratedLibrary.ofSize(size)
        try generated.withCopy { bare in
            try generated.withSyncedCopy(of: account) { synced in
                let libraries = try [bare, synced].map { try Library(path: $0) }
                let costs = try inTurns(
                    runs, { try mark(libraries[0], bare) }, { try mark(libraries[1], synced) })
                report.section("\(DecimalText.of(size / 10)) of \(DecimalText.of(size)) items marked read")
                let without = Report.Other("without an account", costs[0])
                report.add("with an account", costs[1], floor: without)
                let medians = costs.map {
                    (wall: Sample($0.map(\.wall)).median, processor: Sample($0.map(\.processor)).median)
                }
                report.add(
                    "time with an account", [Reading(.times, medians[1].wall / medians[0].wall)], goals: [.times: 1.3])
                report.add(
                    "processor time with an account", [Reading(.times, medians[1].processor / medians[0].processor)],
                    goals: [.times: 1.3])
            }
        }
    }

    private func mark(_ library: Library, _ path: String) throws -> Cost {
        let unread = try library.listing(.all, unreadOnly: true)
        guard let key = try library.key(after: size / 10, in: unread, path) else {
            preconditionFailure("there are enough items")
        }
        let cost = Cost {
            library.mark(.above(key, unread), .read)
            library.drain()
        }
        library.undo { _ in }
        library.drain()
        return cost
    }
}
