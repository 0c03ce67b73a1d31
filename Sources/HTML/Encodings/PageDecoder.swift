/// Converts a page in any encoding to UTF-8.
enum PageDecoder {
    /// Returns the text of a page, with a replacement character for each invalid byte.
    static func decode(_ page: [UInt8], from encoding: CharacterEncoding) -> [UInt8] {
        switch encoding {
        case .utf8: page
        case .windows1252, .userDefined, .ascii: windows1252(page)
        // Attackers could hide scripts in these encodings, so such a page isn't read at all (Encoding Standard, 14.1).
        case .replacement: page.isEmpty ? [] : Array("\u{FFFD}".utf8)
        case .utf16le, .utf16be: utf16(page, isLittleEndian: encoding == .utf16le)
        default: EncodingConverter(from: encoding)?.convert(page[...], upTo: Limits.bytes).text ?? windows1252(page)
        }
    }

    /// Every byte is a character. The five bytes without one become control characters, as in references.
    private static func windows1252(_ page: [UInt8]) -> [UInt8] {
        guard let first = page.firstIndex(where: { $0 >= 0x80 }) else { return page }
        var text: [UInt8] = []
        text.reserveCapacity(page.count + page.count / 4)
        text += page[..<first]
        for byte in page[first...] {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text.append(contentsOf: UTF8.encode(CharacterReference.character(numbered: UInt32(byte))) ?? .init())
            }
        }
        return text
    }

    private static func utf16(_ page: [UInt8], isLittleEndian: Bool) -> [UInt8] {
        let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
        let units = (0..<page.count / 2).lazy.map { index in
            UInt16(page[2 * index + low]) | UInt16(page[2 * index + high]) << 8
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
