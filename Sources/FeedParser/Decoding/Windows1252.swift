import HTML

/// The encoding that documents are in when they say ISO 8859-1 or nothing at all
/// (https://encoding.spec.whatwg.org/#names-and-labels).
enum Windows1252 {
    /// Every byte means a character here, so nothing but the length can be wrong.
    static func decode(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> ArraySlice<UInt8> {
        if document.isASCII { return document }
        let length = document.reduce(0) { $0 + utf8[Int($1)].count }
        guard length <= Limits.documentSize else { throw .tooLarge(Limits.documentSizeInWords) }
        var text: [UInt8] = []
        text.reserveCapacity(length)
        for byte in document {
            if byte < 0x80 { text.append(byte) } else { text += utf8[Int(byte)] }
        }
        return text[...]
    }

    /// UTF-8 without C1 controls, which nobody means: each was a character of Windows before somebody converted it as
    /// ISO 8859-1. Not copied if it has none.
    static func restored(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.withUnsafeBufferPointer { bytes in
            var restored: [UInt8] = []
            var copied = 0
            var next = bytes.index(of: lead, from: 0)
            while let start = next {
                let byte = bytes[start + 1]
                if byte < 0xA0 {
                    restored += bytes[copied..<start]
                    restored += utf8[Int(byte)]
                    copied = start + 2
                }
                next = bytes.index(of: lead, from: start + 2)
            }
            return copied == 0 ? text : (restored + bytes[copied...])[...]
        }
    }

    // The byte that every character from U+0080 to U+00BF begins with in UTF-8, C1 controls among them.
    private static let lead: UInt8 = 0xC2

    /// The character that a byte means; those in the range of C1 are no controls (HTML, section 13.2.5.80).
    static func character(of byte: UInt8) -> Unicode.Scalar {
        guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
        let character = CharacterReference.character(numbered: UInt32(byte))
        return 0x80...0x9F ~= character.value ? UTF8Repair.replacement : character
    }

    private static let utf8: [[UInt8]] = (0...255).map { Array(character(of: UInt8($0)).utf8) }
}
