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

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
