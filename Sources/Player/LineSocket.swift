import Dispatch
import Glibc
import System

/// One end of a connection that carries lines each way. All of it happens on one serial queue.
///
/// It never waits for the other end: half a line waits for its rest, and a line that is too long is dropped.
final class LineSocket: Sendable {
    /// The longest line.
    private static let most = 1 << 20

    private let socket: Int32
    /// The watch is nil once the connection is over.
    private let state = Locked<(watch: Watch?, line: [UInt8])>((nil, []))
    private let receive: @Sendable ([UInt8]) -> Void
    private let end: @Sendable () -> Void

    /// Takes over a socket. `end` is called once if the other end closes the connection, or reads nothing for long.
    init(
        _ socket: Int32, on queue: DispatchQueue, receive: @escaping @Sendable ([UInt8]) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        (self.socket, self.receive, self.end) = (socket, receive, end)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        let watch = Watch(socket, on: queue) { [weak self] in self?.look() }
        state.withLock { $0.watch = watch }
    }

    deinit { close() }

    /// Ends the connection if the other end has left so much unread that there is no room: the kernel keeps minutes of
    /// messages.
    func send(_ line: some Collection<UInt8>) {
        let line = Array(line) + [UInt8(ascii: "\n")]
        let isFull = state.withLock { state in
            guard state.watch != nil else { return false }
            let count = Glibc.send(socket, line, line.count, Int32(MSG_NOSIGNAL))
            // That it is closed is noticed when everything that came is read.
            return count < 0 ? errno == EAGAIN : count < line.count
        }
        if isFull { fail() }
    }

    func close() {
        state.withLock { state in
            state.watch?.stop()
            state.watch = nil
        }
    }

    private func fail() {
        guard state.withLock({ $0.watch }) != nil else { return }
        close()
        end()
    }

    /// Hears what has come.
    func look() {
        let isOpen = state.withLock { $0.watch }?.read { bytes in
            var rest = bytes[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                take(rest[..<end], isEnd: true)
                rest = rest[(end + 1)...]
            }
            take(rest, isEnd: false)
            return true
        }
        if isOpen == false { fail() }
    }

    private func take(_ part: Slice<UnsafeRawBufferPointer>, isEnd: Bool) {
        let line: [UInt8]? = state.withLock { state in
            state.line += part.prefix(Self.most + 1 - state.line.count)
            defer { if isEnd { state.line = [] } }
            return isEnd && state.line.count <= Self.most ? state.line : nil
        }
        if let line { receive(line) }
    }
}
