import Glibc

/// What glibc makes of a pattern; a class because it owns that.
final class CompiledPattern {
    /// What bytes are letters.
    enum Characters {
        case utf8
        case ascii
    }

    /// glibc keeps up to 12 KB for each byte that it looks at, so we compile the pattern again after this many bytes.
    private static let longestUse = 1 << 16

    private var compiled = regex_t()
    private let locale: Locale
    private var bytesSeen = 0

    /// `findsPlaces` false leaves it at whether a text matches, which is quicker: a match is all of the text then.
    init(_ text: String, _ characters: Characters, findsPlaces: Bool = false) throws(PatternSource.Problem) {
        locale = characters == .utf8 ? .utf8 : .ascii
        let flags = REG_EXTENDED | REG_ICASE | (findsPlaces ? 0 : REG_NOSUB)
        let status = locale.whileUsed { regcomp(&compiled, text, flags) }
        guard status == 0 else { throw PatternSource.Problem(reason: "invalid pattern: \(Self.words(for: status))") }
    }

    deinit { regfree(&compiled) }

    var isWornOut: Bool { bytesSeen > Self.longestUse }

    /// Where in a piece of the text it matches first.
    func firstMatch(in text: Span<UInt8>, _ piece: Range<Int>) -> Range<Int>? {
        bytesSeen += piece.count
        // The range makes it look at just these bytes, whatever they are. An empty text may have no address.
        var range = regmatch_t(rm_so: regoff_t(piece.lowerBound), rm_eo: regoff_t(piece.upperBound))
        let flags = REG_STARTEND | (piece.lowerBound > 0 ? REG_NOTBOL : 0)
        let status = locale.whileUsed {
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
        var buffer = [CChar](repeating: 0, count: 128)
        regerror(status, nil, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// What letters are, for the C library. Where the system has no locale of the name, what the thread has stays.
///
/// One for the process and each name: glibc maps a file into memory for every one that is made.
private struct Locale: Sendable {
    static let utf8 = Locale("C.UTF-8")
    static let ascii = Locale("C")

    /// Where glibc has put it, for every thread to use: nobody changes it, and it stays.
    private let address: UInt

    private init(_ name: String) { address = UInt(bitPattern: newlocale(LC_CTYPE_MASK, name, nil)) }

    func whileUsed<Result>(_ body: () -> Result) -> Result {
        guard let handle = locale_t(bitPattern: address) else { return body() }
        let before = uselocale(handle)
        defer { uselocale(before) }
        return body()
    }
}
