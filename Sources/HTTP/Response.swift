import System

/// A server's answer, after redirects and decompression.
package struct Response: Equatable, Sendable {
    package let status: Int
    /// The URL that the document finally came from.
    package let url: String
    /// Whether that is the requested server, so that its validators can be sent to it again.
    package let isFromOrigin: Bool
    /// Whether a secure request was redirected to a plain connection, which anybody on the path can read and change.
    package let isLaidOpen: Bool
    /// The document's new permanent URL: as far as the redirects from the requested URL were permanent, nil if the
    /// first wasn't.
    package let permanentURL: String?
    package let headers: Headers
    package let body: [UInt8]
    /// Whether the document may be incomplete without notice: only the end of the connection ended it, or it came
    /// compressed.
    package let mayBeCut: Bool
    /// The bytes received, including headers and before decompression.
    package let received: Int
    /// The time from the beginning of the request to the last byte.
    package let duration: Duration
    /// The charge of the body, for as long as it is in memory.
    package let charge: MemoryCharge

    package var contentType: String? { headers["content-type"] }

    package var isNotModified: Bool { status == 304 }

    /// Empty if the document came from another server: neither server may learn the other's validators.
    package var validators: Validators {
        guard isFromOrigin else { return Validators() }
        return Validators(etag: headers["etag"], lastModified: headers["last-modified"])
    }
}

/// The headers of an answer, stored as they came and parsed on access.
package struct Headers: Equatable, Sendable {
    /// The lines, including their ends.
    private(set) var bytes: [UInt8] = []

    package init() {}

    /// A header's value without surrounding space, ignoring the case of its name. The last of several counts.
    package subscript(name: String) -> String? {
        var value: Range<Int>?
        find(name) { value = $0 }
        return value.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The value of a list header, combined from all its lines (RFC 9110, 5.3).
    package subscript(list name: String) -> String? {
        var values: [String] = []
        find(name) { values.append(String(decoding: bytes[$0], as: UTF8.self)) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    package mutating func append(line: UnsafeRawBufferPointer) { bytes.append(contentsOf: line) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Calls `use` with the range of each value of a header, in order.
    private func find(_ name: String, use: (Range<Int>) -> Void) {
        let name = Array(name.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            let nameEnd = start + name.count
            if nameEnd < end, bytes[nameEnd] == UInt8(ascii: ":"), equals(name, from: start) {
                use(trimmed(nameEnd + 1..<end))
            }
            start = end
        }
    }

    private func equals(_ name: [UInt8], from start: Int) -> Bool {
        name.indices.allSatisfy { bytes[start + $0].lowercased == name[$0].lowercased }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first].isSpace { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last].isSpace { range = range.lowerBound..<last }
        return range
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral headers: (String, String)...) {
        for (name, value) in headers { bytes.append(contentsOf: "\(name): \(value)\r\n".utf8) }
    }
}

/// The part of an answer that has come so far.
struct PartialAnswer {
    private(set) var status = 0
    private(set) var headers = Headers()
    private(set) var body: [UInt8] = []
    /// Whether all headers have come.
    private(set) var hasHead = false
    /// The reason why no more of the answer is wanted.
    private(set) var excess: FetchFailure?
    /// Whether the rest of an unneeded body was left unread.
    private(set) var isLeft = false
    private var isHTTP1 = false
    private var headBytes = 0
    private var unreadBytes = 0
    private let limits: Limits
    /// The charge of the body's bytes as they come.
    let charge: MemoryCharge

    init(_ limits: Limits, _ budget: MemoryBudget) {
        self.limits = limits
        charge = MemoryCharge(to: budget)
    }

    /// Whether the connection may carry other answers at the same time.
    var sharesConnection: Bool { status > 0 && !isHTTP1 }

    /// Whether the document may be incomplete without notice: only the end of the connection ends it, or it is
    /// compressed, and curl accepts the beginning of compressed data.
    var mayBeCut: Bool {
        guard status != 304 else { return false }
        let hasEnd = headers["content-length"] != nil || headers["transfer-encoding"] != nil
        return isHTTP1 && !hasEnd || isCompressed
    }

    private var isCompressed: Bool { headers["content-encoding"] != nil }

    /// Whether this answer redirects.
    var isRedirect: Bool { [300, 301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }

    /// Adds a line, and returns whether more is wanted.
    mutating func add(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        if headBytes > limits.headers {
            excess = .headersTooLarge
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            begin(statusLine: line)
        } else if !hasHead {
            // A line after the document isn't one of its headers.
            if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
                hasHead = status >= 200
            } else {
                headers.append(line: line)
            }
        }
        return true
    }

    /// Adds a part of the document, and returns whether more is wanted.
    mutating func add(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard excess == nil else { return false }
        guard (200..<300).contains(status) else { return pass(bytes.count) }
        guard body.count + bytes.count <= limits.size else {
            excess = .tooLarge(limit: limits.size)
            return false
        }
        if body.isEmpty { makeRoom() }
        body.append(contentsOf: bytes)
        charge.add(bytes.count)
        return true
    }

    /// Drops what has come, and wants no more.
    mutating func giveUp(_ reason: FetchFailure) {
        excess = reason
        clearBody()
    }

    private mutating func clearBody() {
        body.removeAll()
        charge.set(to: 0)
    }

    /// A new status line starts the headers of the next answer, after an interim one.
    private mutating func begin(statusLine line: UnsafeRawBufferPointer) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: true)
        isHTTP1 = line.starts(with: "HTTP/1".utf8)
        status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
        headers.removeAll()
        clearBody()
        hasHead = false
    }

    /// Skips unneeded bytes as long as that is cheaper than a new connection.
    private mutating func pass(_ count: Int) -> Bool {
        unreadBytes += count
        isLeft = unreadBytes > 64 << 10
        return !isLeft
    }

    /// Reserves the length that the server announces, so that the body isn't moved as it grows.
    private mutating func makeRoom() {
        guard let length = headers["content-length"].flatMap({ Int($0) }), length > 0 else { return }
        let room = min(length, limits.size, Self.mostRoom)
        body.reserveCapacity(isCompressed ? min(room * Self.expansion, limits.size, Self.mostRoom) : room)
    }

    /// The usual factor by which feeds expand, mostly a little less.
    private static let expansion = 4

    /// The most memory to reserve only because a server announces it.
    private static let mostRoom = 4 << 20
}
