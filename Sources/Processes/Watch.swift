import Dispatch
import Glibc
import Locks

/// Reads from a descriptor whenever there is input, until `stop`, which closes it. Everything happens on one serial
/// queue.
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

    /// Reads the available bytes while `receive` returns true.
    ///
    /// At most two megabytes, since other descriptors wait: that is more than a pipe holds once nobody writes to it.
    func read(receive: (UnsafeRawBufferPointer) -> Bool) {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            for _ in 0..<32 where !state.withLock({ $0.isStopped }) {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0, receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
            }
        }
    }
}
