import Dispatch
import Locks

/// How many feeds may be under way: by their number, and by the bytes that wait to be stored or are still to come.
///
/// How long a document will be is known only when it is there, so each is expected to be as long as those before were.
final class Allowance: Sendable {
    private struct State {
        var underWay = 0
        /// Feeds whose document hasn't come yet.
        var awaited = 0
        /// The bytes of the documents that have come and aren't stored yet.
        var held = 0
        // As if a few long documents had come already, so that a refresh doesn't begin with hundreds of long ones.
        var documents = 4
        var bytes = 2 << 20
        var isWaitedFor = false

        var expected: Int { awaited * (bytes / documents) }
    }

    private let feeds: Int
    private let bytes: Int
    private let state = Locked(State())
    private let room = DispatchSemaphore(value: 0)

    init(feeds: Int, bytes: Int) {
        self.feeds = feeds
        self.bytes = bytes
    }

    /// Waits until there is room for another feed: for one thread at a time, which may wait.
    func enter() {
        while !enterIfThereIsRoom() { room.wait() }
    }

    private func enterIfThereIsRoom() -> Bool {
        state.withLock { state in
            let isFull = state.underWay >= feeds || state.held + state.expected >= bytes
            // One at least, or a document longer than all that is allowed would never be fetched.
            guard state.underWay == 0 || !isFull else {
                state.isWaitedFor = true
                return false
            }
            state.underWay += 1
            state.awaited += 1
            return true
        }
    }

    /// Notes that what was asked for has come, and how long it is.
    func receive(_ size: Int) {
        change { state in
            state.awaited -= 1
            state.held += size
            state.documents += 1
            state.bytes += size
        }
    }

    /// Gives back the room of a feed whose document of this length has been dealt with.
    func leave(_ size: Int) {
        change { state in
            state.underWay -= 1
            state.held -= size
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let isWaitedFor = state.withLock { state in
            body(&state)
            defer { state.isWaitedFor = false }
            return state.isWaitedFor
        }
        if isWaitedFor { room.signal() }
    }
}
