import Glibc

/// Turns a page of any encoding into UTF-8.
enum PageDecoder {
    /// The page's text; a replacement character stands for each byte that means nothing.
    static func decode(_ page: [UInt8], from encoding: CharacterEncoding) -> [UInt8] {
        switch encoding {
        case .utf8: page
        case .windows1252, .userDefined: windows1252(page)
        // Encodings that attackers could hide scripts in: nothing of such a page is read (Encoding Standard, 14.1).
        case .replacement: page.isEmpty ? [] : Array("\u{FFFD}".utf8)
        case .utf16le, .utf16be: utf16(page, isLittleEndian: encoding == .utf16le)
        default: converted(page, from: encoding.systemName) ?? windows1252(page)
        }
    }

    /// Each byte is a character here; the five that have none are controls, as they are in references.
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

    /// Asks the system's converter; nil where it doesn't know the encoding.
    private static func converted(_ page: [UInt8], from name: String) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var text: [UInt8] = []
        text.reserveCapacity(page.count + page.count / 2)
        page.withUnsafeBytes { source in
            var input = UnsafeMutablePointer(mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = source.count
            while left > 0, text.count < Limits.bytes {
                let outcome = convertPiece(converter, &input, &left, into: &text)
                guard outcome == EILSEQ || outcome == EINVAL else { continue }
                text += "\u{FFFD}".utf8
                input = input?.advanced(by: 1)
                left -= 1
            }
        }
        return text
    }

    /// Goes on until an error or the end of a piece, and says which.
    private static func convertPiece(
        _ converter: iconv_t, _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into text: inout [UInt8]
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { piece in
            var output = piece.baseAddress
            var room = piece.count
            let result = iconv(converter, &input, &left, &output, &room)
            let outcome = result == -1 ? errno : 0
            text += UnsafeRawBufferPointer(piece).prefix(piece.count - room)
            return outcome
        }
    }
}

extension CharacterEncoding {
    /// What the system's converter calls it, or the larger encoding that browsers read it as.
    fileprivate var systemName: String {
        switch self {
        case .iso8859Part8Logical: "ISO-8859-8"
        case .windows874: "CP874"
        case .macCyrillic: "MAC-CYRILLIC"
        case .gbk: "GB18030"
        case .big5: "BIG5-HKSCS"
        case .eucJP: "EUC-JP-MS"
        case .shiftJIS: "CP932"
        case .eucKR: "CP949"
        default: rawValue.replacing("windows-", with: "CP").uppercased()
        }
    }
}
