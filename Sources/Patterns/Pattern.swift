import CLinux
import Glibc

/// A regular expression that texts match or don't.
package final class Pattern {
    /// Only this much of the beginning of a longer text is searched.
    package static let longestText = 1 << 16

    private var matcher: PatternMatcher

    package init(_ source: PatternSource) throws(PatternSource.Problem) {
        // glibc says what is wrong with a pattern.
        _ = try CompiledPattern(source.text)
        matcher = PatternMatcher(try PatternReader.program(of: source.text))
    }

    package func matches(_ text: Span<UInt8>) -> Bool {
        matcher.matches(text, upTo: min(text.count, Self.longestText))
    }
}

/// A regular expression like newsboat's: POSIX extended, ignoring case.
///
/// It refuses what may take glibc endlessly to prepare or to match: patterns come with other people's configurations,
/// and texts from anywhere.
package struct PatternSource: Equatable, Sendable {
    package struct Problem: Error, Equatable {
        package let reason: String
    }

    package let text: String

    package init(_ text: String) throws(Problem) {
        try PatternReader.check(text)
        self.text = text
    }
}

/// Finds a regular expression in short texts.
package final class PatternFinder {
    package let source: PatternSource
    private var compiled: CompiledPattern

    /// Some patterns take time that grows with the square of a text. No row is this long.
    private static let (longestText, mostMatches) = (1000, 50)

    package init(_ source: PatternSource) throws(PatternSource.Problem) {
        self.source = source
        compiled = try Self.compile(source)
    }

    package func ranges(in text: String) -> [Range<String.Index>] {
        guard text.utf8.count <= Self.longestText else { return [] }
        if compiled.isWornOut, let anew = try? Self.compile(source) { compiled = anew }
        let bytes = Array(text.utf8)
        var ranges: [Range<String.Index>] = []
        var start = 0
        while start < bytes.count, ranges.count < Self.mostMatches,
            let match = compiled.firstMatch(in: bytes.span, start..<bytes.count)
        {
            if !match.isEmpty, let range = Self.range(match, in: text) { ranges.append(range) }
            start = max(match.upperBound, start + 1)
        }
        return ranges
    }

    private static func compile(_ source: PatternSource) throws(PatternSource.Problem) -> CompiledPattern {
        try CompiledPattern(source.text)
    }

    /// Only whole characters can be drawn.
    private static func range(_ bytes: Range<Int>, in text: String) -> Range<String.Index>? {
        let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
        let end = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
        guard let first = start.samePosition(in: text), let last = end.samePosition(in: text) else { return nil }
        return first..<last
    }
}

/// A pattern compiled by glibc; a class because it owns the result.
final class CompiledPattern {
    /// glibc keeps up to 12 KB for each byte that it looks at, so we compile the pattern again after this many bytes.
    private static let longestUse = 1 << 16

    private var compiled = regex_t()
    private var bytesSeen = 0

    init(_ text: String) throws(PatternSource.Problem) {
        let status = Letters.whileUsed { regcomp(&compiled, text, REG_EXTENDED | REG_ICASE) }
        guard status == 0 else { throw PatternSource.Problem(reason: "invalid pattern: \(Self.words(for: status))") }
    }

    deinit { regfree(&compiled) }

    var isWornOut: Bool { bytesSeen > Self.longestUse }

    func firstMatch(in text: Span<UInt8>, _ piece: Range<Int>) -> Range<Int>? {
        bytesSeen += piece.count
        // The range limits the search to these bytes. The memory of an empty text may have no address.
        var range = regmatch_t(rm_so: regoff_t(piece.lowerBound), rm_eo: regoff_t(piece.upperBound))
        let flags = REG_STARTEND | (piece.lowerBound > 0 ? REG_NOTBOL : 0)
        let status = Letters.whileUsed {
            text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return regexec(&compiled, "", 1, &range, flags) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    regexec(&compiled, $0, 1, &range, flags)
                }
            }
        }
        guard status == 0 else { return nil }
        return Int(range.rm_so)..<Int(range.rm_eo)
    }

    private static func words(for status: Int32) -> String {
        switch reg_errcode_t(rawValue: status) {
        case _REG_EPAREN: "“(” without “)”"
        case _REG_ERPAREN: "“)” without “(”"
        case _REG_EBRACK: "“[” without “]”"
        case _REG_EBRACE: "“{” without “}”"
        case _REG_BADBR: "“{…}” needs one number, or two in ascending order"
        case _REG_BADRPT: "nothing to repeat before “*”, “+”, “?” or “{”"
        case _REG_ERANGE: "a range in “[…]” ends before it begins"
        case _REG_ECTYPE, _REG_ECOLLATE: "unknown name in “[…]”"
        case _REG_EESCAPE: "“\\” at the end"
        case _REG_ESPACE: "it is too long"
        default: "not a regular expression"
        }
    }
}

/// What the C library knows of letters beyond ASCII.
enum Letters {
    /// glibc's pointer. All threads share it, nobody changes it, and it is never freed: glibc maps a file into memory for
    /// each. If the system lacks it, the thread's own locale stays.
    private static let locale = UInt(bitPattern: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))

    /// Lets the C library know these letters meanwhile.
    static func whileUsed<Result>(_ body: () -> Result) -> Result {
        guard let locale = locale_t(bitPattern: locale) else { return body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }

    static func upperCase(_ character: UInt32) -> UInt32 {
        if character < 128 { return (0x61...0x7A).contains(character) ? character - 0x20 : character }
        guard let locale = locale_t(bitPattern: locale) else { return character }
        return towupper_l(character, locale)
    }

    static func isOfWord(_ character: UInt32) -> Bool {
        if character < 128 {
            return (0x30...0x39).contains(character) || (0x41...0x5A).contains(character & ~0x20) || character == 0x5F
        }
        guard let locale = locale_t(bitPattern: locale) else { return false }
        return iswalnum_l(character, locale) != 0
    }

    /// A class of characters by its name in brackets.
    static func kind(_ name: String) -> wctype_t {
        locale_t(bitPattern: locale).map { wctype_l(name, $0) } ?? wctype(name)
    }

    static func isOf(_ kind: wctype_t, _ character: UInt32) -> Bool {
        guard let locale = locale_t(bitPattern: locale) else { return iswctype(character, kind) != 0 }
        return iswctype_l(character, kind, locale) != 0
    }
}
