import Glibc

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

    /// Returns the first match in a piece of the text.
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
