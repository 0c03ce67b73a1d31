import Library
import TestSupport

/// Measures marking a tenth of all items that a feed server has, beside the same items that none has, in turns.
struct SyncedMarkBenchmark {
    let size: Int
    private let runs = 7

    func run() throws {
        let account = AccountKey(kind: "greader", url: "http://127.0.0.1:9/api/greader.php", user: "anna")
        let generated = try GeneratedLibrary.ofSize(size)
        try generated.withCopy { bare in
            try generated.withSyncedCopy(of: account) { synced in
                let libraries = try [bare, synced].map { try Library(path: $0) }
                var costs: [[Cost]] = [[], []]
                for _ in 0...runs {
                    for (place, path) in [bare, synced].enumerated() {
                        costs[place].append(try mark(libraries[place], path))
                    }
                }
                let medians = costs.map { Cost.median(of: Array($0.dropFirst())) }
                print(
                    "marking \(size / 10) of \(size) items read: without an account \(medians[0]), with one \(medians[1])"
                )
                Goal("processor time with an account", "×", 1.3).tell([medians[1].processor / medians[0].processor])
                Goal("time with an account", "×", 1.3).tell([medians[1].wall / medians[0].wall])
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
