extension JSONReader {
    /// Skips the string that begins here.
    mutating func skipString() throws(Failure) {
        at += 1
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        throw end(inside: "a string")
    }

    /// Reads the string that begins here, without control characters except white space.
    mutating func quotedString() throws(Failure) -> String {
        let start = at + 1
        try skipString()
        let inside = bytes[start..<(at - 1)]
        // Most strings have no escapes.
        guard let special = inside.firstIndex(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else {
            return String(decoding: inside, as: UTF8.self)
        }
        var text = Array(inside[..<special])
        text.reserveCapacity(inside.count)
        var rest = inside[special...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                if let character = Self.escape(in: &rest) { text += String(character).utf8 }
            } else if byte >= 0x20 || byte.isSpace {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the rest of an escape; nil, without reading anything, if JSON has no such escape.
    private static func escape(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let kind = rest.first, "\"\\/bfnrtu".utf8.contains(kind) else { return nil }
        rest.removeFirst()
        return switch kind {
        case UInt8(ascii: "b"), UInt8(ascii: "f"): " "
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): character(in: &rest)
        default: Unicode.Scalar(kind)
        }
    }

    // Characters above U+FFFF have two escapes, a surrogate pair. Half a pair isn't a character.
    private static func character(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let unit = codeUnit(in: rest) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        if let scalar = Unicode.Scalar(unit) { return scalar.isControl ? nil : scalar }
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8),
            let trail = codeUnit(in: rest.dropFirst(2)), UTF16.isTrailSurrogate(trail)
        else { return "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private static func codeUnit(in rest: ArraySlice<UInt8>) -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character and not white space. Feeds don't need those.
    fileprivate var isControl: Bool { value < 0x20 && !(0x09...0x0D).contains(value) }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lowercased) }
}
