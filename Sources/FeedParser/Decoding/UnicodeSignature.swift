/// The encoding shown by a document's first bytes: a byte order mark, or the zeros of a wide encoding.
struct UnicodeSignature {
    enum Encoding {
        case utf8
        case utf16LittleEndian, utf16BigEndian
        case utf32LittleEndian, utf32BigEndian
    }

    let encoding: Encoding
    /// The length of the mark, which isn't part of the text.
    let length: Int

    init?(of document: [UInt8]) {
        let mark = Self.marks.first { document.starts(with: $0.bytes) }
        guard let encoding = mark?.encoding ?? Self.encoding(byZerosIn: document) else { return nil }
        self.encoding = encoding
        length = mark?.bytes.count ?? 0
    }

    // UTF-32's mark begins with UTF-16's.
    private static let marks: [(bytes: [UInt8], encoding: Encoding)] = [
        (ByteOrderMark.utf8, .utf8),
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        (ByteOrderMark.utf16LittleEndian, .utf16LittleEndian), (ByteOrderMark.utf16BigEndian, .utf16BigEndian)
    ]

    // Feeds begin with two ASCII characters (XML 1.0, appendix F; RFC 4627, section 3).
    private static func encoding(byZerosIn document: [UInt8]) -> Encoding? {
        guard document.count >= 4 else { return nil }
        return switch (document[0], document[1], document[2], document[3]) {
        case (1..., 0, 0, 0): .utf32LittleEndian
        case (0, 0, 0, 1...): .utf32BigEndian
        case (1..., 0, 1..., 0): .utf16LittleEndian
        case (0, 1..., 0, 1...): .utf16BigEndian
        default: nil
        }
    }
}

/// The byte order marks of the encodings.
enum ByteOrderMark {
    static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
    static let utf16BigEndian: [UInt8] = [0xFE, 0xFF]
    static let utf16LittleEndian: [UInt8] = [0xFF, 0xFE]
}

/// The encodings of mainframes, which no known feed uses. They are refused.
enum EBCDIC {
    static func begins(_ document: [UInt8]) -> Bool {
        // "<?xm", and "<rss", "<fee", "<rdf" in documents without a declaration.
        let openings: [[UInt8]] = [
            [0x4C, 0x6F, 0xA7, 0x94], [0x4C, 0x99, 0xA2, 0xA2], [0x4C, 0x86, 0x85, 0x85], [0x4C, 0x99, 0x84, 0x86]
        ]
        return openings.contains { document.starts(with: $0) }
    }
}
