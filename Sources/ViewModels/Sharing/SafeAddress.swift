/// A URL with percent signs for everything that a shell could take for more than text.
///
/// A link comes from anybody, and the user's command may hand it to a shell that lede knows nothing of. `&` stays, since
/// servers part their queries by it: without spaces, `;`, `$`, quotation marks and parentheses it can't do much there.
enum SafeAddress {
    static func of(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard let strange = bytes.indices.first(where: { !isSafe($0, in: bytes) }) else { return url }
        var safe = Array(bytes[..<strange])
        for index in strange..<bytes.count {
            guard !isSafe(index, in: bytes) else {
                safe.append(bytes[index])
                continue
            }
            safe += [UInt8(ascii: "%"), digits[Int(bytes[index] >> 4)], digits[Int(bytes[index] & 15)]]
        }
        return String(decoding: safe, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let signs = Array("-._~:/?#@!&=+,".utf8)

    private static func isSafe(_ index: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // What is percent-encoded already stays so.
        case UInt8(ascii: "%"): index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy(\.isHexDigit)
        // The host may be an IPv6 address.
        case UInt8(ascii: "["), UInt8(ascii: "]"): bytes[..<index].count { $0 == UInt8(ascii: "/") } == 2
        default: signs.contains(bytes[index])
        }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}
