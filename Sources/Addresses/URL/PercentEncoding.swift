/// The ASCII characters that must be encoded in one part of a URL (URL Standard, 1.3). Others are always encoded.
struct PercentEncodeSet {
    private let low: UInt64
    private let high: UInt64

    /// The control characters and the given ones.
    private init(_ characters: String) {
        var (low, high): (UInt64, UInt64) = (0xFFFF_FFFF, 1 << 63)
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return true }
        return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
    }

    static let control = PercentEncodeSet("")
    static let fragment = PercentEncodeSet(" \"<>`")
    static let query = PercentEncodeSet(" \"#<>")
    static let specialQuery = PercentEncodeSet(" \"#<>'")
    static let path = PercentEncodeSet(" \"#<>?^`{}")
    static let userinfo = PercentEncodeSet(" \"#<>?^`{}/:;=@[\\]|")
}

extension [UInt8] {
    mutating func append(_ bytes: some Sequence<UInt8>, encoding set: PercentEncodeSet) {
        for byte in bytes {
            if set.contains(byte) { appendEncoded(byte) } else { append(byte) }
        }
    }

    /// Appends a percent sign and the two digits of a byte.
    package mutating func appendEncoded(_ byte: UInt8) {
        append(.percent)
        append((byte >> 4).hexDigit)
        append((byte & 15).hexDigit)
    }

    /// The bytes with percent-encoding decoded. Invalid encoding stays.
    package var percentDecoded: [UInt8] {
        guard contains(.percent) else { return self }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var index = 0
        while index < count {
            if self[index] == .percent, index + 2 < count, let high = self[index + 1].hexValue,
                let low = self[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }
}
