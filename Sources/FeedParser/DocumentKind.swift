/// What a document is by the look of its first bytes.
enum DocumentKind: Equatable {
    case empty
    case xml
    /// Something that can't be a feed, described for people.
    case foreign(String)

    init(of document: [UInt8]) {
        if let media = Self.signatures.first(where: { document.starts(with: $0.bytes) }) {
            self = .foreign(media.description)
            return
        }
        let hasUTF8Mark = document.starts(with: ByteOrderMark.utf8)
        let text = document.dropFirst(hasUTF8Mark ? 3 : 0).drop { $0.isSpace }
        switch text.first {
        case nil: self = .empty
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .foreign("a JSON document")
        case UInt8(ascii: "<"): self = HTMLPage(text).map { .foreign($0.description) } ?? .xml
        // A byte order mark of UTF-16 or its first zero: libxml2 knows better.
        case 0, 0xFE, 0xFF: self = .xml
        default: self = .foreign("plain text")
        }
    }

    private static let signatures: [(bytes: [UInt8], description: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        (Array("GIF8".utf8), "a GIF image"),
        (Array("RIFF".utf8), "a RIFF file: an image, sound or film"),
        ([0, 0, 1, 0], "an icon"),
        (Array("%PDF".utf8), "a PDF document"),
        (Array("ID3".utf8), "an MP3 file"),
        ([0x1F, 0x8B], "a gzip archive"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive")
    ]
}
