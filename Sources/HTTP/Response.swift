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
