import Addresses

/// A URL in which all characters that have a meaning for shells are percent-encoded.
///
/// Links come from anybody, and the user's command may pass them to a shell. `&` stays, because servers separate parts
/// of queries by it. Without spaces, `;`, `$`, quotation marks and parentheses it can't do much harm.
enum SafeAddress {
    static func of(_ url: String) -> String {
        // Hosts have a form of their own for other alphabets.
        let url = url.isWebAddress ? WebURL(url)?.href ?? url : url
        let bytes = Array(url.utf8)
        var safe: [UInt8] = []
        safe.reserveCapacity(bytes.count)
        var slashes = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if isSafe(index, in: bytes, isInHost: slashes == 2) { safe.append(byte) } else { safe.appendEncoded(byte) }
        }
        return safe.count == bytes.count ? url : String(decoding: safe, as: UTF8.self)
    }

    private static let signs = Array("-._~:/?#@!&=+,".utf8)

    private static func isSafe(_ index: Int, in bytes: [UInt8], isInHost: Bool) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // Keeps existing percent-encodings.
        case UInt8(ascii: "%"):
            index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy { $0.hexValue != nil }
        // The host may be an IPv6 address.
        case UInt8(ascii: "["), UInt8(ascii: "]"): isInHost
        default: signs.contains(bytes[index])
        }
    }
}
