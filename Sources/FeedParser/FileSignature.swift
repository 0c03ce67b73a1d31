/// The bytes by which files that are no text are known.
enum FileSignature {
    /// What a file is, with its article; nil for text and what is unknown.
    static func description(of file: ArraySlice<UInt8>) -> String? {
        all.first { file.dropFirst($0.offset).starts(with: $0.bytes) }?.description
    }

    private struct Signature {
        let bytes: [UInt8]
        let offset: Int
        let description: String

        init(_ bytes: [UInt8], at offset: Int = 0, _ description: String) {
            self.bytes = bytes
            self.offset = offset
            self.description = description
        }

        init(_ text: String, at offset: Int = 0, _ description: String) {
            self.init(Array(text.utf8), at: offset, description)
        }
    }

    // Of two that fit the first counts.
    private static let all: [Signature] = [
        Signature([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        Signature([0xFF, 0xD8, 0xFF], "a JPEG image"),
        Signature("GIF8", "a GIF image"),
        Signature("WEBP", at: 8, "a WebP image"),
        Signature([0, 0, 1, 0], "an icon"),
        Signature("II*\0", "a TIFF image"),
        Signature("MM\0*", "a TIFF image"),
        Signature("ftypavif", at: 4, "an AVIF image"),
        Signature("ftyphei", at: 4, "a HEIF image"),
        Signature("ftypM4A", at: 4, "an MPEG-4 sound file"),
        Signature("ftyp", at: 4, "an MPEG-4 film"),
        Signature([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
        Signature("WAVE", at: 8, "a WAVE sound file"),
        Signature("AVI ", at: 8, "an AVI film"),
        Signature("ID3", "an MP3 file"),
        Signature([0xFF, 0xFB], "an MP3 file"),
        Signature("OggS", "an Ogg file"),
        Signature("fLaC", "a FLAC file"),
        Signature("#EXTM3U", "a playlist"),
        Signature("%PDF", "a PDF document"),
        Signature("%!PS", "a PostScript document"),
        Signature("application/epub+zip", at: 38, "an EPUB book"),
        Signature("PK\u{3}\u{4}", "a ZIP archive"),
        Signature([0x1F, 0x8B], "a gzip archive"),
        Signature("BZh", "a bzip2 archive"),
        Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz archive"),
        Signature([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
        Signature([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"),
        Signature("Rar!", "a RAR archive"),
        Signature("ustar", at: 257, "a tar archive"),
        Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
        Signature([0x4D, 0x5A, 0x90, 0], "a program"),
        Signature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
        Signature([0, 0x61, 0x73, 0x6D], "a WebAssembly module"),
        Signature("SQLite format 3\0", "an SQLite database"),
        Signature("wOF", "a font"),
        Signature([0, 1, 0, 0], "a font"),
        Signature("BEGIN:VCALENDAR", "a calendar"),
        Signature("BEGIN:VCARD", "a contact card (vCard)")
    ]
}
