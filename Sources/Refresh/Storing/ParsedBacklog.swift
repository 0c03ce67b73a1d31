import FeedParser
import Library
import Locks

/// Parsed documents that wait to be stored. Too many of them hold up parsing.
///
/// A document of a megabyte may contain a hundred thousand items, which take a hundred times as much memory when
/// parsed, and longer to store than to parse.
final class ParsedBacklog: Sendable {
    private struct State {
        var size = 0
        var heldUp: [@Sendable () -> Void] = []
    }

    /// The bytes from which parsing stops.
    private static let most = 32 << 20

    private let state = Locked(State())

    /// Whether parsing must wait. If so, `again` is called once there is room, on the thread that stored a document.
    func mustWait(_ again: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.size >= Self.most else { return false }
            state.heldUp.append(again)
            return true
        }
    }

    func add(_ size: Int) { state.withLock { $0.size += size } }

    func remove(_ size: Int) {
        let freed = state.withLock { state in
            state.size -= size
            guard state.size < Self.most else { return [] as [@Sendable () -> Void] }
            defer { state.heldUp = [] }
            return state.heldUp
        }
        for again in freed { again() }
    }
}

extension Fetched {
    /// Its approximate size in bytes.
    var size: Int {
        guard case .document(let document) = outcome else { return 0 }
        return document.items.reduce(0) { size, item in
            size + 512 + (item.content?.utf8.count ?? 0) + (item.summary?.utf8.count ?? 0)
        }
    }
}
