import HTML

/// The encoding of documents that claim ISO 8859-1 or name no encoding
/// (https://encoding.spec.whatwg.org/#names-and-labels).
enum Windows1252 {
    /// Decodes windows-1252. Every byte has a character, so only the length can fail.
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

    /// Replaces C1 controls in UTF-8. Nobody means them: each was a Windows character that somebody converted as ISO
    /// 8859-1. A text without any isn't copied.
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

    // The first byte of U+0080 to U+00BF in UTF-8, including the C1 controls.
    private static let lead: UInt8 = 0xC2

    /// The character of a byte. Bytes of the C1 range give no controls (HTML, section 13.2.5.80).
    static func character(of byte: UInt8) -> Unicode.Scalar {
        guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
        let character = CharacterReference.character(numbered: UInt32(byte))
        return 0x80...0x9F ~= character.value ? UTF8Repair.replacement : character
    }

    private static let utf8: [[UInt8]] = (0...255).map { Array(character(of: UInt8($0)).utf8) }
}
