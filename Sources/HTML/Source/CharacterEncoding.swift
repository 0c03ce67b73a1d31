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

    private static let labels = table(of: names)

    private static let labelsOfFeeds = Dictionary(
        labels.map { ($0.key.replacing("_", with: "-"), $0.value) } + table(of: namesOfFeeds)
    ) { $1 }

    private static func table(of names: [(CharacterEncoding, String)]) -> [String: CharacterEncoding] {
        var labels: [String: CharacterEncoding] = [:]
        for (encoding, names) in names {
            for name in names.split(separator: " ") { labels[String(name)] = encoding }
        }
        return labels
    }

    private static let names: [(CharacterEncoding, String)] = [
        (.utf8, "unicode-1-1-utf-8 utf-8 utf8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
        (.ibm866, "866 cp866 csibm866 ibm866"),
        (.iso8859Part2, "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
        (.iso8859Part3, "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
        (.iso8859Part4, "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
        (
            .iso8859Part5,
            "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
        ),
        (
            .iso8859Part6,
            """
            arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i \
            iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
            """
        ),
        (
            .iso8859Part7,
            """
            csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
            iso_8859-7:1987 sun_eu_greek
            """
        ),
        (
            .iso8859Part8,
            """
            csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
            iso_8859-8:1988 visual
            """
        ),
        (.iso8859Part8Logical, "csiso88598i iso-8859-8-i logical"),
        (.iso8859Part10, "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        (.iso8859Part13, "iso-8859-13 iso8859-13 iso885913"),
        (.iso8859Part14, "iso-8859-14 iso8859-14 iso885914"),
        (.iso8859Part15, "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
        (.iso8859Part16, "iso-8859-16"),
        (.koi8R, "cskoi8r koi koi8 koi8-r koi8_r"),
        (.koi8U, "koi8-u koi8-ru"),
        (.macintosh, "csmacintosh mac macintosh x-mac-roman"),
        (.windows874, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
        (.windows1250, "cp1250 windows-1250 x-cp1250"),
        (.windows1251, "cp1251 windows-1251 x-cp1251"),
        (
            .windows1252,
            """
            ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 \
            iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
            """
        ),
        (.windows1253, "cp1253 windows-1253 x-cp1253"),
        (
            .windows1254,
            """
            cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 \
            windows-1254 x-cp1254
            """
        ),
        (.windows1255, "cp1255 windows-1255 x-cp1255"),
        (.windows1256, "cp1256 windows-1256 x-cp1256"),
        (.windows1257, "cp1257 windows-1257 x-cp1257"),
        (.windows1258, "cp1258 windows-1258 x-cp1258"),
        (.macCyrillic, "x-mac-cyrillic x-mac-ukrainian"),
        (.gbk, "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
        (.gb18030, "gb18030"),
        (.big5, "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        (.eucJP, "cseucpkdfmtjapanese euc-jp x-euc-jp"),
        (.iso2022JP, "csiso2022jp iso-2022-jp"),
        (.shiftJIS, "csshiftjis ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        (
            .eucKR,
            """
            cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
            windows-949
            """
        ),
        (.utf16be, "utf-16be unicodefffe"),
        (.utf16le, "utf-16 utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"),
        (.userDefined, "x-user-defined"),
        (.replacement, "replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr")
    ]

    private static let namesOfFeeds: [(CharacterEncoding, String)] = [
        (.ascii, "646 ansi-x3.4-1968 ascii cp367 iso-ir-6 iso646-us us-ascii"),
        (.windows1252, "ansi iso-8859-1:1987 latin-1"),
        (.iso8859Part13, "l7 latin7"),
        (.iso8859Part14, "l8 latin8"),
        (.iso8859Part15, "latin-9 latin9"),
        (.iso8859Part16, "iso8859-16 iso885916 l10 latin10"),
        (.windows874, "cp874 tis620"),
        (.koi8R, "koi8r"),
        (.koi8U, "koi8u"),
        (.cp437, "437 cp437 ibm437"),
        (.cp850, "850 cp850 ibm850"),
        (.cp852, "852 cp852 ibm852"),
        (.macintosh, "macroman"),
        (.macCyrillic, "maccyrillic"),
        (.gbk, "936 cp936 euc-cn"),
        (.big5, "big5hkscs cp950"),
        (.eucTW, "euc-tw"),
        (.eucJP, "eucjp"),
        (.iso2022JP, "iso-2022-jp-1"),
        (.shiftJIS, "932 cp932 ms932"),
        (.eucKR, "949 cp949 ks-c-5601 uhc")
    ]
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
