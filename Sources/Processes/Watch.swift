import Dispatch
import Glibc
import Locks

/// A descriptor of ours that is looked at whenever there is something to read from it, until `stop`. It is closed then.
/// Everything happens on one serial queue.
final class Watch: Sendable {
    private struct State {
        let source: any DispatchSourceRead
        var isStopped = false
    }

    private let descriptor: Int32
    private let state: Locked<State>

    init(
        _ descriptor: Int32, on queue: DispatchQueue, close: @escaping @Sendable () -> Void,
        look: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        state = Locked(State(source: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)))
        state.withLock { state in
            state.source.setEventHandler(handler: look)
            state.source.setCancelHandler(handler: close)
            state.source.activate()
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.source.cancel()
        }
    }

    /// Reads what is there, for as long as it is wanted.
    ///
    /// Two megabytes at most, since there are others to look at: more than a pipe holds that nobody fills any longer.
    func read(take: (UnsafeRawBufferPointer) -> Bool) {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            for _ in 0..<32 where !state.withLock({ $0.isStopped }) {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0, take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
            }
        }
    }
}
