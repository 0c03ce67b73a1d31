import HTML
import System

/// A document in UTF-8, whatever it came in.
///
/// It doesn't copy a document that already is UTF-8. The XML declaration may still name another encoding, so parsers
/// must ignore that name.
struct DecodedDocument {
    /// Valid UTF-8 without a byte order mark.
    let bytes: ArraySlice<UInt8>

    /// Checks the document's own bytes first, then the server's charset, then the XML declaration (RFC 7303, section
    /// 3), and trusts none of them against the evidence.
    init(_ document: [UInt8], contentType: String? = nil) throws(ParseFailure) {
        if let signature = UnicodeSignature(of: document) {
            bytes = Windows1252.restored(in: try Self.decode(document[signature.length...], as: signature.encoding))
        } else if EBCDIC.begins(document) {
            throw .unknownEncoding("EBCDIC")
        } else {
            bytes = Windows1252.restored(in: try Self.decode(document[...], contentType: contentType))
        }
        guard bytes.count <= FeedLimits.documentSize else { throw .tooLarge(FeedLimits.documentSizeInWords) }
    }

    private static func decode(
        _ document: ArraySlice<UInt8>, as encoding: UnicodeSignature.Encoding
    ) throws(ParseFailure) -> ArraySlice<UInt8> {
        switch encoding {
        case .utf8: document.isUTF8 ? document : try UTF8Repair.repaired(document)
        case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian:
            try WideDecoder(of: encoding).decode(document)[...]
        }
    }

    private static func decode(
        _ document: ArraySlice<UInt8>, contentType: String?
    ) throws(ParseFailure) -> ArraySlice<UInt8> {
        let isUTF8 = document.isUTF8
        let fromServer = contentType.flatMap { ContentType($0).charset }.flatMap(CharacterEncoding.init(labelOfFeed:))
        let declared = XMLDeclaration.encoding(in: document).flatMap(CharacterEncoding.init(labelOfFeed:))
        // Servers say Latin 1 of whatever they serve; a text that is UTF-8 by accident hardly exists.
        let isServerWrong = isUTF8 && declared?.isOneByte != true && fromServer?.isOneByte == true

        var nearMiss: [UInt8]?
        for encoding in [isServerWrong ? nil : fromServer, declared, .utf8] {
            switch encoding {
            case nil: continue
            case .utf8: if isUTF8 { return document }
            case .ascii: if document.isASCII { return document }
            case .windows1252: return try Windows1252.decode(document)
            case _ where document.isPlain: return document
            case let encoding?:
                guard let converted = try convert(document, from: encoding) else { continue }
                if converted.errors == 0 { return converted.text[...] }
                if converted.errors < converted.text.count / 64 { nearMiss = nearMiss ?? converted.text }
            }
        }
        if let nearMiss { return nearMiss[...] }
        return try UTF8Repair.repaired(document)
    }

    /// The text and how many bytes are errors; nil if those are too many to believe in the encoding.
    private static func convert(
        _ document: ArraySlice<UInt8>, from encoding: CharacterEncoding
    ) throws(ParseFailure) -> (text: [UInt8], errors: Int)? {
        let mostErrors = 64 + document.count / 64
        guard
            let converted = EncodingConverter(from: encoding)?
                .convert(document, upTo: FeedLimits.documentSize, mostErrors: mostErrors)
        else { return nil }
        guard converted.text.count <= FeedLimits.documentSize else { throw .tooLarge(FeedLimits.documentSizeInWords) }
        return converted.errors > mostErrors ? nil : converted
    }
}

extension ArraySlice<UInt8> {
    /// Whether this is the same text in every charset: only ASCII without escape sequences.
    fileprivate var isPlain: Bool { isASCII && !contains(0x1B) }
}

/// The first line of an XML document, `<?xml version="1.0" encoding="…"?>`.
private enum XMLDeclaration {
    /// Returns the encoding that it names, as written.
    ///
    /// White space, comments and a server's warnings may come before it, but the search is limited.
    static func encoding(in document: ArraySlice<UInt8>) -> String? {
        let beginning = document.prefix(4096)
        guard let start = beginning.index(after: "<?xml"),
            let end = beginning[start...].firstIndex(of: UInt8(ascii: ">")),
            let name = beginning[start..<end].index(after: "encoding")
        else { return nil }
        let value = beginning[name..<end].drop { $0.isSpace || $0 == UInt8(ascii: "=") }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}

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

/// Decodes UTF-16 and UTF-32. Half pairs and invalid numbers become U+FFFD.
private struct WideDecoder {
    private let width: Int
    private let isLittleEndian: Bool

    init(of encoding: UnicodeSignature.Encoding) {
        width = encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? 2 : 4
        isLittleEndian = encoding == .utf16LittleEndian || encoding == .utf32LittleEndian
    }

    func decode(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(document.count * 2 / width)
        document.withUnsafeBytes { bytes in
            var at = 0
            while at + width <= bytes.count, text.count <= FeedLimits.documentSize {
                var number = unit(at: at, in: bytes)
                at += width
                if isHighSurrogate(number), at + width <= bytes.count {
                    let low = unit(at: at, in: bytes)
                    if 0xDC00..<0xE000 ~= low {
                        number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
                        at += width
                    }
                }
                if number < 0x80 {
                    text.append(UInt8(truncatingIfNeeded: number))
                } else {
                    text += (Unicode.Scalar(number) ?? UTF8Repair.replacement).utf8
                }
            }
        }
        guard text.count <= FeedLimits.documentSize else { throw .tooLarge(FeedLimits.documentSizeInWords) }
        return text
    }

    private func unit(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
        if width == 2 {
            let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return UInt32(isLittleEndian ? UInt16(littleEndian: unit) : UInt16(bigEndian: unit))
        }
        let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isLittleEndian ? UInt32(littleEndian: unit) : UInt32(bigEndian: unit)
    }

    // Only UTF-16 has pairs.
    private func isHighSurrogate(_ number: UInt32) -> Bool {
        width == 2 && 0xD800..<0xDC00 ~= number
    }
}

/// The encoding of documents that claim ISO 8859-1 or name no encoding
/// (https://encoding.spec.whatwg.org/#names-and-labels).
enum Windows1252 {
    /// Decodes windows-1252. Every byte has a character, so only the length can fail.
    static func decode(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> ArraySlice<UInt8> {
        if document.isASCII { return document }
        let length = document.reduce(0) { $0 + utf8[Int($1)].count }
        guard length <= FeedLimits.documentSize else { throw .tooLarge(FeedLimits.documentSizeInWords) }
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

/// Repairs text that is almost UTF-8.
enum UTF8Repair {
    /// Returns valid UTF-8. A text with more invalid than valid UTF-8 is read as windows-1252; otherwise only its
    /// invalid parts are, since people paste Windows' quotes and dashes into valid text.
    static func repaired(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 8)
        var valid = 0
        var invalid = 0
        var rest = document
        while let error = rest.errorOfUTF8 {
            let bad = rest.startIndex + error.lowerBound..<rest.startIndex + error.upperBound
            let good = rest[..<bad.lowerBound]
            valid += good.count { $0 >= leastLead }
            invalid += 1
            if invalid > 1000 + valid { break }
            text += good
            if bad.count > 1 {
                // A truncated character: a single byte may be a letter of Windows, several bytes in valid order aren't.
                text += replacement.utf8
            } else {
                text += Windows1252.character(of: document[bad.lowerBound]).utf8
            }
            rest = rest[bad.upperBound...]
        }
        valid += rest.count { $0 >= leastLead }
        return invalid > valid ? try Windows1252.decode(document) : (text + rest)[...]
    }

    /// The replacement for invalid characters.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    // The smallest byte that begins a character of several bytes.
    private static let leastLead: UInt8 = 0xC2
}

extension ArraySlice<UInt8> {
    var isUTF8: Bool { withUnsafeBufferPointer { $0.isUTF8 } }

    var isASCII: Bool { withUnsafeBufferPointer { $0.isASCII } }

    /// The range of the first invalid bytes, counted from the start of the slice.
    fileprivate var errorOfUTF8: Range<Int>? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets
        }
    }
}

extension UTF8Bytes {
    /// Whether this is UTF-8. It checks sixteen ASCII bytes at a time: the standard library's check takes a tenth of
    /// the time of parsing.
    var isUTF8: Bool {
        var at = endOfASCII(from: 0)
        while at < count {
            guard let length = lengthOfScalar(at: at) else { return false }
            at += length
            while at + 1 < count, 0xC2...0xDF ~= self[at], 0x80...0xBF ~= self[at + 1] { at += 2 }
            if at < count, self[at] < 0x80 { at = endOfASCII(from: at) }
        }
        return true
    }

    var isASCII: Bool { endOfASCII(from: 0) == count }

    /// Returns the index of the first non-ASCII byte from `start` on.
    private func endOfASCII(from start: Int) -> Int {
        var at = start
        let raw = UnsafeRawBufferPointer(self)
        while at + 16 <= count {
            let next = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let afterNext = raw.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
            guard (next | afterNext) & 0x8080_8080_8080_8080 == 0 else { break }
            at += 16
        }
        while at < count, self[at] < 0x80 { at += 1 }
        return at
    }

    /// Returns the length of the non-ASCII character at `start`; nil if it is invalid (Unicode, table 3-7).
    private func lengthOfScalar(at start: Int) -> Int? {
        func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            start + offset < count && range.contains(self[start + offset])
        }
        switch self[start] {
        case 0xC2...0xDF: return isContinuation(1) ? 2 : nil
        case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : nil
        case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : nil
        case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : nil
        case 0xF0: return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF4: return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : nil
        default: return nil
        }
    }
}
