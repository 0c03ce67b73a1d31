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
