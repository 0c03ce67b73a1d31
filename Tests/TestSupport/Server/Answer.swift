import Glibc

/// How the loopback server answers a request: properly, or with a scripted misbehaviour.
package indirect enum Answer: Sendable {
    case complete(status: Int, headers: [String: String], body: [UInt8])
    /// Sends nothing until the server is stopped.
    case stall
    /// Sends a body with the right length, one byte at a time.
    case drip([UInt8], every: Int)
    /// Promises the whole body and closes the connection after some bytes of it.
    case cut(after: Int, of: [UInt8])
    /// Sends these bytes unchanged and closes the connection.
    case raw([UInt8])
    /// Sends these bytes unchanged, one at a time, and closes the connection.
    case trickle([UInt8], every: Int)
    /// Sends these bytes unchanged and nothing more.
    case silence(after: [UInt8])
    /// Sends these bytes unchanged and resets the connection.
    case reset(after: [UInt8])
    /// Sends the bytes of `after`, and then the others again and again as long as the client listens.
    case endless([UInt8], after: [UInt8])
    /// Holds the answer back until the gate is open.
    case held(until: Gate, Answer)
    /// Holds the answer back for some seconds, as a server far away does.
    case late(by: Double, Answer)

    package init(_ status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self = .complete(status: status, headers: headers, body: body)
    }

    package init(_ status: Int, headers: [String: String] = [:], body: String = "") {
        self.init(status, headers: headers, body: Array(body.utf8))
    }
}

extension Answer {
    /// A file of which clients may ask for parts, as most servers offer.
    package static func file(
        _ bytes: [UInt8], tag: String? = "\"1\"", to request: LoopbackServer.Request, from start: Int? = nil
    ) -> Answer {
        var headers = ["Content-Type": "audio/mpeg"]
        headers["ETag"] = tag
        let isSame = request.headers["if-range"].map { $0 == tag } ?? true
        guard isSame, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
            let first = start ?? Int(range.dropFirst(6).dropLast())
        else { return Answer(200, headers: headers, body: bytes) }
        guard first < bytes.count else {
            return Answer(416, headers: ["Content-Range": "bytes */\(bytes.count)"], body: "nothing left")
        }
        headers["Content-Range"] = "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
        return Answer(206, headers: headers, body: Array(bytes[first...]))
    }

    /// This answer, whose connection breaks after some bytes of its body, or else stays open and silent.
    package func cut(after count: Int, isSilent: Bool = false) -> Answer {
        guard case .complete(let status, let headers, let body) = self else { return self }
        let bytes = AnswerHead(status: status, headers: headers, length: body.count).bytes + body.prefix(count)
        return isSilent ? .silence(after: bytes) : .raw(bytes)
    }
}

/// The lines before a body: those that HTTP/1.1 demands and those that the test overrides.
struct AnswerHead {
    var status: Int
    var headers: [String: String] = [:]
    var length: Int
    var closes = false

    var bytes: [UInt8] {
        var lines = ["HTTP/1.1 \(status) "]
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if statesLength { lines.append("Content-Length: \(length)") }
        if closes { lines.append("Connection: close") }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Whether an answer with this status has a body at all (RFC 9110, 6.4.1).
    var hasBody: Bool { status >= 200 && status != 204 && status != 304 }

    private var statesLength: Bool {
        hasBody && !headers.keys.contains { ["content-length", "transfer-encoding"].contains($0.lowercased()) }
    }
}

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

extension Connection {
    /// Sends the answer, and returns whether the connection can take another request.
    func play(_ answer: Answer, to request: LoopbackServer.Request) -> Bool {
        switch answer {
        case .complete(let status, let headers, let body):
            let closes = request.headers["connection"]?.lowercased() == "close"
            let head = AnswerHead(status: status, headers: headers, length: body.count, closes: closes)
            let sendsBody = head.hasBody && request.method != "HEAD"
            return send(head.bytes + (sendsBody ? body : [])) && !closes
        case .stall:
            return hold(until: .never)
        case .drip(let body, let milliseconds):
            return send(AnswerHead(status: 200, length: body.count).bytes) && drip(body, every: milliseconds)
        case .cut(let count, let body):
            _ = send(AnswerHead(status: 200, length: body.count).bytes + body.prefix(count))
            return false
        case .raw(let bytes):
            _ = send(bytes)
            return false
        case .trickle(let bytes, let milliseconds):
            _ = drip(bytes, every: milliseconds)
            return false
        case .silence(let bytes):
            return send(bytes) && hold(until: .never)
        case .reset(let bytes):
            _ = send(bytes)
            socket.resetOnClosing()
            return false
        case .endless(let bytes, let start):
            guard send(start) else { return false }
            while send(bytes) {}
            return false
        case .held(let gate, let answer):
            return hold(for: gate.reach(), until: .never) && play(answer, to: request)
        case .late(let seconds, let answer):
            return hold(until: Deadline(in: seconds)) && play(answer, to: request)
        }
    }

    private func drip(_ body: [UInt8], every milliseconds: Int) -> Bool {
        for byte in body {
            guard hold(until: Deadline(in: Double(milliseconds) / 1000)), send([byte]) else { return false }
        }
        return true
    }
}

/// A scripted misbehaviour of a server, and the error that it must lead to.
package struct Misbehaviour: Sendable, CustomStringConvertible {
    private let deed: String
    package let answer: Answer
    package let end: End

    package enum End: Sendable {
        /// Timeouts: no answer, a pause in the middle of the document, or too much time for the whole document.
        case noAnswer, noRest, noEnd
        case cutOff, unanswered, tooLarge, headersTooLarge, notHTTP, badCompression
    }

    private init(_ deed: String, _ answer: Answer, _ end: End) {
        self.deed = deed
        self.answer = answer
        self.end = end
    }

    package var description: String { "a server that \(deed)" }

    /// All cases. Those that break off within the document have sent its first item completely.
    package static let all = [
        Misbehaviour("says nothing", .stall, .noAnswer),
        Misbehaviour("stops in its first line", .silence(after: bytes("HTTP/1.1 2")), .noAnswer),
        Misbehaviour("stops in its headers", .silence(after: bytes(ok + "Content-")), .noAnswer),
        Misbehaviour("drips its headers", .trickle(bytes(ok + "X-Header: " + repeated("value")), every: 40), .noAnswer),
        Misbehaviour("stops before the document", .silence(after: bytes(ok + long)), .noRest),
        Misbehaviour("stops in the document", .silence(after: bytes(ok + long + half)), .noRest),
        Misbehaviour("drips the document", .drip(bytes(repeated(half)), every: 20), .noEnd),
        Misbehaviour("sends less than it said", .raw(bytes(ok + long + half)), .cutOff),
        Misbehaviour("ends in its headers", .raw(bytes(ok + "Content-Length: 100\r\n")), .cutOff),
        Misbehaviour("ends between two chunks", .raw(bytes(ok + chunked + chunk)), .cutOff),
        Misbehaviour("ends within a chunk", .raw(bytes(ok + chunked + "999\r\n" + half)), .cutOff),
        Misbehaviour("counts its chunks in words", .raw(bytes(ok + chunked + "many\r\n" + half)), .cutOff),
        Misbehaviour("tears the connection down", .reset(after: []), .unanswered),
        Misbehaviour("closes the connection", .raw([]), .unanswered),
        Misbehaviour("tears the connection down in the document", .reset(after: bytes(ok + long + half)), .cutOff),
        Misbehaviour("sends without end", .endless(bytes(repeated(half)), after: bytes(ok + "\r\n")), .tooLarge),
        Misbehaviour(
            "sends chunks without end", .endless(bytes(repeated(chunk)), after: bytes(ok + chunked)), .tooLarge),
        Misbehaviour(
            "sends headers without end", .endless(bytes(repeated("X-Header: value\r\n")), after: bytes(ok)),
            .headersTooLarge),
        Misbehaviour(
            "sends a header without end", .endless(bytes(repeated("value")), after: bytes(ok + "X-Header: ")),
            .headersTooLarge),
        Misbehaviour(
            "puts off without end", .endless(bytes(repeated("HTTP/1.1 100 Continue\r\n\r\n")), after: []),
            .headersTooLarge),
        Misbehaviour("sends noise", .raw((0...255).map { UInt8($0) }), .notHTTP),
        Misbehaviour("sends noise without end", .endless([0xFF, 0x00, 0x80], after: []), .notHTTP),
        Misbehaviour("sends a document without headers", .raw(bytes(half)), .notHTTP),
        Misbehaviour("counts backwards", .raw(bytes(ok + "Content-Length: -100\r\n\r\n" + half)), .notHTTP),
        Misbehaviour("claims a compression", compressed("gzip"), .badCompression),
        Misbehaviour("claims many", compressed("gzip, br, gzip, br"), .badCompression),
        Misbehaviour("makes up a compression", compressed("rot13"), .badCompression)
    ]

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let long = "Content-Length: 9999\r\n\r\n"
    private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"
    private static let half =
        "<rss version=\"2.0\"><channel><title>Half</title><item><title>one</title></item><item><title>t"
    private static let chunk = "\(String(half.utf8.count, radix: 16))\r\n\(half)\r\n"

    private static func compressed(_ names: String) -> Answer {
        .raw(bytes("\(ok)Content-Encoding: \(names)\r\n\r\n\(half)"))
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func repeated(_ text: String) -> String { String(repeating: text, count: 1000) }
}
