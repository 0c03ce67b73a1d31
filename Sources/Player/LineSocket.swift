import Dispatch
import Glibc
import System

/// One end of a connection that carries JSON objects, one a line each way. All of it happens on one serial queue.
///
/// It never waits for the other end, whatever that sends: half a line waits for its rest, and a line that is too long, or
/// holds anything else, is dropped.
final class LineSocket: Sendable {
    fileprivate struct State {
        /// Nil once the connection is over.
        var watch: Watch?
        var line: [UInt8] = []
        /// Whether the line so far is too long, so that its rest is dropped, too.
        var isTooLong = false
        var unsent: [UInt8] = []
    }

    /// The longest line, and the most that may wait to be sent.
    fileprivate static let most = 1 << 20

    private let socket: Int32
    private let state = Locked(State())
    private let receive: @Sendable (JSONValue) -> Void
    private let end: @Sendable () -> Void

    /// Takes over a socket. `end` is called once if the other end closes the connection, or reads nothing for long.
    init(
        _ socket: Int32, on queue: DispatchQueue, receive: @escaping @Sendable (JSONValue) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        (self.socket, self.receive, self.end) = (socket, receive, end)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        let watch = Watch(socket, on: queue) { Glibc.close(socket) } look: { [weak self] in self?.look() }
        state.withLock { $0.watch = watch }
    }

    deinit { close() }

    func send(_ message: JSONValue) {
        let isTooMuch = state.withLock { state in
            state.unsent += message.written.utf8
            state.unsent.append(UInt8(ascii: "\n"))
            return state.unsent.count > 2 * Self.most
        }
        if isTooMuch { fail() } else { flush() }
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

    private func look() {
        flush()
        let isOpen = state.withLock { $0.watch }?.read { bytes in
            for line in state.withLock({ $0.lines(adding: bytes) }) {
                var reader = JSONReader(line[...])
                if case .object(let members)? = try? reader.value(mostValues: 100_000) { receive(.object(members)) }
            }
            return true
        }
        if isOpen == false { fail() }
    }

    /// Sends what the other end takes, and waits for room for the rest. A closed connection is noticed when everything that
    /// came is read.
    private func flush() {
        state.withLock { state in
            guard let watch = state.watch, !state.unsent.isEmpty else { return }
            let count = state.unsent.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { state.unsent.removeFirst(count) } else if errno != EAGAIN, errno != EINTR { state.unsent = [] }
            watch.awaitRoom(!state.unsent.isEmpty)
        }
    }
}

extension LineSocket.State {
    fileprivate mutating func lines(adding bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            if !isTooLong { lines.append(line) }
            (line, isTooLong) = ([], false)
            rest = rest[(end + 1)...]
        }
        add(rest)
        return lines
    }

    private mutating func add(_ part: Slice<UnsafeRawBufferPointer>) {
        isTooLong = isTooLong || line.count + part.count > LineSocket.most
        if isTooLong { line = [] } else { line += part }
    }
}

extension JSONValue {
    /// An object without the members that are nil.
    init(_ members: (String, JSONValue?)...) {
        self = .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// The value on one line.
    var written: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let digits): digits
        case .string(let text): text.quotedForJSON
        case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\($0.key.quotedForJSON):\($0.value.written)" }.joined(separator: ",") + "}"
        }
    }
}
