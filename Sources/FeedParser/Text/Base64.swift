/// Base64 in Atom's content (RFC 4648, section 4), with line breaks.
enum Base64 {
    /// Returns the text; nil if it isn't base64 of UTF-8.
    static func text(in encoded: Bytes) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count / 4 * 3)
        var bits: UInt32 = 0
        var sextets = 0
        var isPadded = false
        for byte in encoded where !byte.isSpace {
            if byte == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            sextets += 1
            if sextets % 4 == 0 {
                decoded += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                decoded.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        switch sextets % 4 {
        case 2: decoded.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: decoded += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        case 1: return nil
        default: break
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
