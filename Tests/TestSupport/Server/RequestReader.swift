import Foundation

/// Splits the bytes of a connection into requests.
struct RequestReader {
    private var buffer: [UInt8] = []

    /// Whether the client starts TLS with a handshake record (RFC 8446, 5.1).
    var beginsWithTLS: Bool { buffer.first == 22 }

    mutating func append(_ bytes: [UInt8]) {
        buffer += bytes
    }

    /// The next request if it is complete, with a body if it states its length.
    mutating func next() -> LoopbackServer.Request? {
        guard let headEnd = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        guard var request = LoopbackServer.Request(head: String(decoding: buffer[..<headEnd.lowerBound], as: UTF8.self))
        else { return nil }
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        guard buffer.count - headEnd.upperBound >= length else { return nil }
        let bodyEnd = headEnd.upperBound + length
        request.body = Array(buffer[headEnd.upperBound..<bodyEnd])
        buffer.removeFirst(bodyEnd)
        return request
    }
}

extension LoopbackServer.Request {
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.init(method: String(words[0]), path: String(words[1]), headers: headers)
    }
}
