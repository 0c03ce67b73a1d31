import Glibc
import System

/// The encodings of the web by their names (Encoding Standard, 4.2), and a few more that feeds use.
package enum CharacterEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case ibm866
    case iso8859Part2 = "iso-8859-2"
    case iso8859Part3 = "iso-8859-3"
    case iso8859Part4 = "iso-8859-4"
    case iso8859Part5 = "iso-8859-5"
    case iso8859Part6 = "iso-8859-6"
    case iso8859Part7 = "iso-8859-7"
    case iso8859Part8 = "iso-8859-8"
    case iso8859Part8Logical = "iso-8859-8-i"
    case iso8859Part10 = "iso-8859-10"
    case iso8859Part13 = "iso-8859-13"
    case iso8859Part14 = "iso-8859-14"
    case iso8859Part15 = "iso-8859-15"
    case iso8859Part16 = "iso-8859-16"
    case koi8R = "koi8-r"
    case koi8U = "koi8-u"
    case macintosh
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case gbk
    case gb18030
    case big5
    case eucJP = "euc-jp"
    case iso2022JP = "iso-2022-jp"
    case shiftJIS = "shift_jis"
    case eucKR = "euc-kr"
    case utf16be = "utf-16be"
    case utf16le = "utf-16le"
    case userDefined = "x-user-defined"
    case replacement
    /// ASCII. Browsers read it as windows-1252, but a feed that the server calls ASCII may still be UTF-8.
    case ascii = "us-ascii"
    case cp437
    case cp850
    case cp852
    case eucTW = "euc-tw"

    /// The encoding for a label in any case; nil if browsers don't know it.
    package init?(label: String) {
        guard let known = Self.labels[Self.trimmed(label)] else { return nil }
        self = known
    }

    /// The encoding for the label of a feed. Feeds use more labels than browsers know.
    ///
    /// Nil for wide encodings, too: only their bytes can prove them.
    package init?(labelOfFeed label: String) {
        let label = Self.trimmed(label).replacing("_", with: "-")
        guard let known = Self.labelsOfFeeds[label] else { return nil }
        switch known {
        case .utf16be, .utf16le, .replacement: return nil
        case .userDefined: self = .windows1252
        default: self = known
        }
    }

    /// Whether every byte is a character.
    package var isOneByte: Bool {
        switch self {
        case .utf8, .ascii, .gbk, .gb18030, .big5, .eucTW, .eucJP, .iso2022JP, .shiftJIS, .eucKR, .utf16be, .utf16le,
            .replacement:
            false
        default: true
        }
    }

    /// The encoding to use if a `meta` element names this one: a page with a readable element isn't UTF-16.
    var asDeclared: CharacterEncoding {
        switch self {
        case .utf16be, .utf16le: .utf8
        case .userDefined: .windows1252
        default: self
        }
    }

    private static func trimmed(_ label: String) -> String {
        let trimmed = label.utf8.drop { $0.isHTMLSpace }.reversed().drop { $0.isHTMLSpace }.reversed()
        return String(decoding: trimmed.map(\.lowercased), as: UTF8.self)
    }

    private static let labels = table(ofFeeds: false)

    private static let labelsOfFeeds = Dictionary(
        labels.map { ($0.key.replacing("_", with: "-"), $0.value) } + table(ofFeeds: true)
    ) { $1 }

    /// The encodings by their labels, or by those that only feeds use.
    private static func table(ofFeeds: Bool) -> [String: CharacterEncoding] {
        var labels: [String: CharacterEncoding] = [:]
        for line in String(decoding: PackageResources.EncodingLabels_txt, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("+") == ofFeeds {
            let words = line.split(separator: " ").drop { $0 == "+" }.map { String($0) }
            guard let encoding = CharacterEncoding(rawValue: words[0]) else { continue }
            for label in words.dropFirst() { labels[label] = encoding }
        }
        return labels
    }
}

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
        default: EncodingConverter(from: encoding)?.convert(page[...], upTo: HTMLLimits.bytes).text ?? windows1252(page)
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

/// The system's converter from an encoding to UTF-8.
///
/// Labels come from the network, and rare converters have had security holes, so only the encodings of
/// `CharacterEncoding` are used.
package struct EncodingConverter: ~Copyable {
    private let handle: iconv_t

    /// Nil if the system lacks it, and for UTF-8: glibc lets through sequences that aren't UTF-8.
    package init?(from encoding: CharacterEncoding) {
        guard encoding != .utf8, let handle = iconv_open("UTF-8", encoding.systemName),
            handle != iconv_t(bitPattern: -1)
        else {
            return nil
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Returns the text, with a replacement character for each invalid byte, and the number of invalid bytes.
    ///
    /// Stops once the text is longer than `limit` or more than `mostErrors` bytes are invalid.
    package func convert(
        _ document: ArraySlice<UInt8>, upTo limit: Int, mostErrors: Int = .max
    ) -> (text: [UInt8], errors: Int) {
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 2)
        var errors = 0
        document.withUnsafeBytes { source in
            var input = UnsafeMutablePointer(mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = source.count
            while left > 0, text.count <= limit, errors <= mostErrors {
                let outcome = convertPiece(&input, &left, into: &text)
                guard outcome == EILSEQ || outcome == EINVAL else { continue }
                errors += 1
                text += "\u{FFFD}".utf8
                input = input?.advanced(by: 1)
                left -= 1
            }
            // The converter holds back the last letter if a combining mark may follow.
            (input, left) = (nil, 0)
            _ = convertPiece(&input, &left, into: &text)
        }
        return (text, errors)
    }

    /// Converts up to an error or the end of a piece, and returns which it was.
    private func convertPiece(
        _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into text: inout [UInt8]
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { piece in
            var output = piece.baseAddress
            var room = piece.count
            let result = iconv(handle, &input, &left, &output, &room)
            let outcome = result == -1 ? errno : 0
            text += UnsafeRawBufferPointer(piece).prefix(piece.count - room)
            return outcome
        }
    }
}

extension CharacterEncoding {
    /// The system's name for the encoding, or for the larger one that browsers use in its place.
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
