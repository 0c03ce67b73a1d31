import Glibc

/// The connection of one client. It lasts until the client, an answer or the server ends it.
struct Connection: Sendable {
    let number: Int
    let socket: Descriptor
    let stopped: Latch

    /// With `refusesTLS` a client that starts TLS gets an HTTP error, as from most servers that only speak http.
    func serve(log: RequestLog, refusesTLS: Bool, answer: (LoopbackServer.Request) -> Answer) {
        var reader = RequestReader()
        while var request = receive(&reader, refusesTLS: refusesTLS) {
            request.connection = number
            log.record(request)
            guard play(answer(request), to: request) else { return }
        }
    }

    /// The next request, or nil if the connection has ended.
    private func receive(_ reader: inout RequestReader, refusesTLS: Bool) -> LoopbackServer.Request? {
        while true {
            if let request = reader.next() { return request }
            if refusesTLS, reader.beginsWithTLS {
                _ = send(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
                return nil
            }
            guard wait(for: Poll.readable) else { return nil }
            switch socket.read() {
            case .bytes(let bytes): reader.append(bytes)
            case .nothingYet: continue
            case .ended: return nil
            }
        }
    }

    /// Sends all bytes, and returns whether that worked.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(for: Poll.writable) else { return false }
            let count = rest.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, sendFlags) }
            if count < 0, errno != EAGAIN, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Waits for the socket, and returns whether the server still runs.
    func wait(for events: Int32) -> Bool {
        Poll.wait(for: [(socket.number, events), (stopped.descriptor, Poll.readable)], until: .never)[1] == 0
    }

    /// Waits for something other than the socket, and returns whether the client is still there.
    func hold(for descriptor: Int32 = -1, until deadline: Deadline) -> Bool {
        let events = Poll.wait(
            for: [
                (descriptor, Poll.readable), (socket.number, Poll.peerClosed), (stopped.descriptor, Poll.readable)
            ], until: deadline)
        return events[1] == 0 && events[2] == 0
    }
}

private let sendFlags = Int32(MSG_NOSIGNAL)
