/// Looks for an encoding in the first bytes of a document, before anything is parsed (HTML Standard, 13.2.3.2).
struct MetaPrescan {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// The encoding that a `meta` element among the first 1,024 bytes names.
    static func encoding(in document: [UInt8]) -> CharacterEncoding? {
        var scan = MetaPrescan(document.prefix(1024))
        return scan.encoding()
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    private mutating func encoding() -> CharacterEncoding? {
        while index < bytes.endIndex {
            if starts("<!--") {
                // The same dashes may start and end the comment.
                index += 2
                guard skip(behind: "-->") else { return nil }
            } else if starts("<meta"), isSpaceOrSlash(at: index + 5) {
                index += 5
                var meta = MetaEncoding()
                while let (name, value) = attribute() { record(name, value, &meta) }
                if let encoding = meta.encoding { return encoding }
                index += 1
            } else if starts("<"), isLetter(at: index + 1) || starts("</") && isLetter(at: index + 2) {
                while index < bytes.endIndex, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
                    index += 1
                }
                while attribute() != nil {}
                index += 1
            } else if starts("<!") || starts("</") || starts("<?") {
                guard skip(behind: ">") else { return nil }
            } else {
                index += 1
            }
        }
        return nil
    }

    private func record(_ name: String, _ value: String, _ meta: inout MetaEncoding) {
        switch name {
        case "charset": meta.charset = meta.charset ?? value
        case "content": meta.content = meta.content ?? value
        case "http-equiv": meta.httpEquiv = meta.httpEquiv ?? value
        default: break
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        while index < bytes.endIndex, bytes[index].isHTMLSpace || bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < bytes.endIndex, bytes[index] != UInt8(ascii: ">") else { return nil }
        let nameStart = index
        while index < bytes.endIndex, !isSpaceOrSlash(at: index), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "=") || index == nameStart
        {
            index += 1
        }
        let name = string(nameStart..<index)
        skipSpaces()
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else { return (name, "") }
        index += 1
        skipSpaces()
        guard index < bytes.endIndex else { return nil }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = bytes[(index + 1)...].firstIndex(of: quote) else {
                index = bytes.endIndex
                return nil
            }
            let value = string(index + 1..<end)
            index = end + 1
            return (name, value)
        }
        let valueStart = index
        while index < bytes.endIndex, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
        // A value that the end of the bytes cuts off doesn't count.
        return index < bytes.endIndex ? (name, string(valueStart..<index)) : nil
    }

    private mutating func skipSpaces() { while index < bytes.endIndex, bytes[index].isHTMLSpace { index += 1 } }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }

    private func starts(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.endIndex else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0].lowercased == text.utf8Start[$0] }
    }

    private func isLetter(at index: Int) -> Bool { index < bytes.endIndex && bytes[index].isLetter }

    private func isSpaceOrSlash(at index: Int) -> Bool {
        index < bytes.endIndex && (bytes[index].isHTMLSpace || bytes[index] == UInt8(ascii: "/"))
    }

    private mutating func skip(behind end: StaticString) -> Bool {
        while index < bytes.endIndex, !starts(end) { index += 1 }
        index += end.utf8CodeUnitCount
        return index <= bytes.endIndex
    }
}
