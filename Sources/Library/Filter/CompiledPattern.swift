import Glibc

/// What glibc makes of a pattern in one locale; a class because it owns that.
final class CompiledPattern {
    /// glibc keeps what it has learned of a pattern, with every new text more: after so many bytes it begins anew.
    private static let longestUse = 1 << 20

    private var compiled = regex_t()
    private let locale: Locale
    private var bytesSeen = 0

    init(_ source: String, in localeName: String) throws(Pattern.Problem) {
        locale = Locale(localeName)
        let flags = REG_EXTENDED | REG_ICASE | REG_NOSUB
        var status = locale.whileUsed { regcomp(&compiled, source, flags) }
        guard status == 0 else { throw Pattern.Problem(reason: "this is no pattern: \(Self.words(for: status))") }
        regfree(&compiled)
        // Left to look where it begins, glibc would try each character of the text, and go through the rest of it for
        // each.
        status = locale.whileUsed { regcomp(&compiled, "^.*(\(source))", flags) }
        guard status == 0 else { throw Pattern.Problem(reason: "this pattern is too long") }
    }

    deinit { regfree(&compiled) }

    var isWornOut: Bool { bytesSeen > Self.longestUse }

    func matches(_ text: Span<UInt8>, upTo length: Int) -> Bool {
        bytesSeen += length
        // The range makes it look at just these bytes, whatever they are. An empty text may have no address.
        var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(length))
        let status = locale.whileUsed {
            text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return regexec(&compiled, "", 1, &range, REG_STARTEND) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    regexec(&compiled, $0, 1, &range, REG_STARTEND)
                }
            }
        }
        return status == 0
    }

    private static func words(for status: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        regerror(status, nil, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// What letters are, for the C library. Where the system has no locale of the name, what the thread has stays.
private final class Locale {
    private let handle: locale_t?

    init(_ name: String) { handle = newlocale(LC_CTYPE_MASK, name, nil) }

    deinit { handle.map(freelocale) }

    func whileUsed<Result>(_ body: () -> Result) -> Result {
        guard let handle else { return body() }
        let before = uselocale(handle)
        defer { uselocale(before) }
        return body()
    }
}
