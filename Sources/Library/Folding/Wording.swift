import FeedParser
import System
import URLs

/// The opening letters of an item's title and text.
struct Wording {
    private let title: PlainLetters
    private let text: PlainLetters

    init(title: String, html: String) {
        self.title = PlainLetters(text: title, weight: Self.titleTaken)
        text = PlainLetters(html: html, weight: Self.textTaken)
    }

    /// Whether the text is long enough to identify it: “Comments” and “Read more” aren't.
    var hasText: Bool { text.weight >= Self.leastText }

    /// A hash of all of it; nil if the text is too short.
    var key: Int64? {
        guard hasText else { return nil }
        var hash = StableHash()
        title.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        text.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }

    func hasText(of other: Wording) -> Bool { hasText && text.bytes == other.text.bytes }

    func hasTitle(of other: Wording) -> Bool { !title.bytes.isEmpty && title.bytes == other.title.bytes }

    func hasTitle(like other: Wording) -> Bool { title.isAlike(other.title) }

    // About twenty words, which a shortened summary has, too. Ten are enough to compare.
    private static let textTaken = 100
    private static let leastText = 50
    private static let titleTaken = 200
}

extension PlainLetters {
    /// Whether one equals, begins or ends with the other: “Ann: A week in the kernel”.
    fileprivate func isAlike(_ other: PlainLetters) -> Bool {
        let (short, long) = bytes.count < other.bytes.count ? (bytes, other.bytes) : (other.bytes, bytes)
        if short == long { return true }
        guard short.count >= 12 else { return false }
        return long.starts(with: short) || long.suffix(short.count) == short[...]
    }
}

/// The letters and digits of a text in lower case, without anything between them. They stay the same wherever the text
/// is quoted.
///
/// This is rough on purpose: it runs for every stored item, and only has to return the same result for the same text.
struct PlainLetters {
    private(set) var bytes: [UInt8] = []
    /// How much the letters say: a Chinese character counts as three letters of an alphabet.
    private(set) var weight = 0

    /// The beginning of a plain text.
    init(text: String, weight limit: Int) {
        self.init(text, limit, isHTML: false)
    }

    /// The beginning of an HTML text. It ignores named references, because most of them are signs.
    init(html: String, weight limit: Int) {
        self.init(html, limit, isHTML: true)
    }

    private init(_ text: String, _ limit: Int, isHTML: Bool) {
        bytes.reserveCapacity(2 * limit)
        var text = text
        text.withUTF8 { utf8 in
            // Some texts begin with an embedded picture.
            var rest = utf8.prefix(Self.window)
            while weight < limit, let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "<") where isHTML: rest.skipTag()
                case UInt8(ascii: "&") where isHTML: if let scalar = rest.popReference() { append(scalar) }
                case ..<0x80: if byte.isLetter || byte.isDigit { append(ascii: byte) }
                default: if let scalar = rest.popScalar(after: byte) { append(scalar) }
                }
            }
        }
    }

    private mutating func append(ascii: UInt8) {
        bytes.append(ascii.lowercased)
        weight += 1
    }

    private mutating func append(_ scalar: UInt32) {
        guard let letter = Self.letter(scalar) else { return }
        if letter < 0x80 { return append(ascii: UInt8(letter)) }
        for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: letter >> shift)) }
        weight += letter < 0x2E80 ? 1 : 3
    }

    /// The letter in lower case for the common alphabets that have capitals; nil for signs and pictures.
    private static func letter(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: scalar
        case 0xAA, 0xB5, 0xBA: scalar
        case ..<0xC0, 0xD7, 0xF7: nil
        case 0xC0...0xDE, 0x391...0x3A9, 0x410...0x42F: scalar + 0x20
        case 0x400...0x40F: scalar + 0x50
        case 0x2000...0x2BFF, 0x3000...0x303F, 0xD800...0xF8FF, 0xFE00...0xFE6F, 0x1F000...0x1FAFF, 0xE0000...: nil
        // Full-width Latin letters.
        case 0xFF01...0xFF5E: letter(scalar - 0xFEE0)
        default: scalar
        }
    }

    private static let window = 16 << 10
}

extension Bytes {
    /// Skips the tag or comment that has begun, including the contents of a script or style sheet.
    fileprivate mutating func skipTag() {
        guard let first, first.isLetter || "/!?".utf8.contains(first) else { return }
        if skipCaseless("!--") { return skip(behind: "-->") }
        if startsCaseless("script") { skip(behind: "</script") }
        if startsCaseless("style") { skip(behind: "</style") }
        skip(behind: ">")
    }

    private mutating func skip(behind end: StaticString) {
        while let at = firstIndex(of: end.utf8Start[0]) {
            self = self[at...]
            if skipCaseless(end) { return }
            removeFirst()
        }
        self = self[endIndex...]
    }

    /// Reads a character reference after its “&”; nil for a named one.
    fileprivate mutating func popReference() -> UInt32? {
        var name = prefix(10)
        guard name.cut(from: ";") != nil, name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#") })
        else { return nil }
        self = self[(name.endIndex + 1)...]
        guard name.skipCaseless("#") else { return nil }
        let base: UInt32 = name.skipCaseless("x") ? 16 : 10
        var number: UInt32 = 0
        for byte in name {
            guard let digit = byte.hexValue, digit < base, number < 0x11_0000 else { return nil }
            number = number * base + UInt32(digit)
        }
        return number
    }

    /// Reads the rest of a character of several bytes; nil if it is cut off.
    fileprivate mutating func popScalar(after lead: UInt8) -> UInt32? {
        let length = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
        guard count >= length else { return nil }
        var scalar = UInt32(lead) & (0x3F >> UInt32(length))
        for byte in prefix(length) { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        self = dropFirst(length)
        return scalar
    }
}

extension ParsedItem {
    /// The key that copies in other feeds share by their page.
    var linkKey: Int64? { link.flatMap(CanonicalLink.init)?.key }

    /// The key that copies in other feeds share by their text.
    var textKey: Int64? { Wording(title: title ?? "", html: content ?? summary ?? "").key }
}
