import HTML

extension CharacterReference {
    /// Nil unless a reference that HTML knows begins here and ends in a semicolon: "AT&T" and "?a=1&copy=2" hold none.
    init?(closedAt start: Int, in html: Bytes) {
        guard html[start] == UInt8(ascii: "&"), let reference = CharacterReference(at: start, in: html.span),
            html[reference.end - 1] == UInt8(ascii: ";")
        else { return nil }
        self = reference
    }

    /// What a name stands for in XML: the same as in HTML, except for two brackets that XHTML 1.0 named otherwise.
    static func characters(namedInXML name: Bytes) -> [Unicode.Scalar]? {
        if name == "lang" { return ["\u{2329}"] }
        if name == "rang" { return ["\u{232A}"] }
        return CharacterReference(named: name.span).map { [$0.first] + [$0.second].compactMap(\.self) }
    }
}

extension ByteBuffer {
    /// Appends what a reference stands for.
    mutating func append(_ reference: CharacterReference) {
        append(reference.first.withoutControl)
        if let second = reference.second { append(second) }
    }
}

extension Unicode.Scalar {
    /// A space for a character that ends a line or a column, and the replacement character for one that would steer a terminal.
    var withoutControl: Unicode.Scalar {
        switch value {
        case 0x09, 0x0A, 0x0D: " "
        case ..<0x20, 0x7F...0x9F: UTF8Repair.replacement
        default: self
        }
    }
}
