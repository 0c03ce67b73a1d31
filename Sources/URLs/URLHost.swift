import System

/// The host of a URL (URL Standard, 3).
enum URLHost {
    /// The canonical form of a host that a URL has as `text`; nil if it is invalid.
    static func serialized(_ text: ArraySlice<UInt8>, isSpecial: Bool) -> [UInt8]? {
        if text.first == .openingBracket {
            guard text.count > 2, text.last == .closingBracket, let number = IPv6Text(text.dropFirst().dropLast())
            else {
                return nil
            }
            return [.openingBracket] + number.serialized + [.closingBracket]
        }
        guard isSpecial else { return opaque(text) }
        guard let name = name(text) else { return nil }
        guard IPv4Text.isMeant(by: name[...]) else { return name }
        return IPv4Text(name[...]).map(\.serialized)
    }

    private static func opaque(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.contains(where: isForbidden) else { return nil }
        var host: [UInt8] = []
        host.append(text, encoding: .control)
        return host
    }

    private static func name(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var name = Array(text).percentDecoded
        if name.allSatisfy({ $0 < 0x80 }) {
            // An all-ASCII name isn't decoded, so its Punycode isn't checked.
            for index in name.indices { name[index] = name[index].lowercased }
        } else {
            guard let ascii = IDNA.ascii(String(decoding: name, as: UTF8.self)) else { return nil }
            name = ascii
        }
        guard !name.isEmpty, !name.contains(where: { isForbidden($0) || $0 <= 0x1F || $0 == .percent || $0 == 0x7F })
        else { return nil }
        return name
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x09 || byte == 0x0A || byte == 0x0D || " #/:<>?@[\\]^|".utf8.contains(byte)
    }
}

/// An IPv4 address in one of the forms that URLs take: `127.0.0.1`, `127.1`, `0x7f000001` (URL Standard, 3.5).
private struct IPv4Text {
    private let number: UInt32

    /// Whether the last label is a number, so that the host must be an IPv4 address to be valid.
    static func isMeant(by text: ArraySlice<UInt8>) -> Bool {
        let text = text.last == .dot ? text.dropLast() : text
        let last = text[((text.lastIndex(of: .dot) ?? text.startIndex - 1) + 1)...]
        guard !last.isEmpty else { return false }
        return last.allSatisfy(\.isDigit) || value(of: last) != nil
    }

    init?(_ text: ArraySlice<UInt8>) {
        var parts = text.split(separator: .dot, maxSplits: 5, omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        var number: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let value = Self.value(of: part) else { return nil }
            if index < parts.count - 1 {
                guard value <= 255 else { return nil }
                number |= value << UInt64(8 * (3 - index))
            } else {
                guard value < 1 << UInt64(8 * (5 - parts.count)) else { return nil }
                number |= value
            }
        }
        self.number = UInt32(truncatingIfNeeded: number)
    }

    var serialized: [UInt8] {
        let parts = (0..<4).map { index -> UInt32 in number >> (24 - 8 * index) & 0xFF }
        return Array(parts.map(String.init).joined(separator: ".").utf8)
    }

    /// The number in base 10, in base 16 after `0x`, in base 8 after `0`; saturates if it is too large.
    private static func value(of text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var (digits, base): (ArraySlice<UInt8>, UInt64) = (text, 10)
        if text.count >= 2, text.first == UInt8(ascii: "0") {
            (digits, base) = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x") ? (text.dropFirst(2), 16) : (text, 8)
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexValue, UInt64(digit) < base else { return nil }
            value = min(value * base + UInt64(digit), 1 << 40)
        }
        return value
    }
}

/// An IPv6 address as URLs write it, without the brackets (URL Standard, 3.5).
private struct IPv6Text {
    private var pieces = [UInt16](repeating: 0, count: 8)

    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        var count = 0
        var gap: Int?
        if rest.starts(with: [.colon, .colon]) {
            rest = rest.dropFirst(2)
            gap = 0
        } else if rest.first == .colon {
            return nil
        }
        while !rest.isEmpty {
            guard count < 8 else { return nil }
            if rest.first == .colon {
                guard gap == nil else { return nil }
                rest = rest.dropFirst()
                gap = count
                continue
            }
            let digits = rest.prefix(4).prefix { $0.isHexadecimalDigit }
            let after = rest.dropFirst(digits.count)
            if after.first == .dot {
                guard !digits.isEmpty, count <= 6, let number = Self.v4(rest) else { return nil }
                pieces[count] = UInt16(truncatingIfNeeded: number >> 16)
                pieces[count + 1] = UInt16(truncatingIfNeeded: number)
                count += 2
                break
            }
            pieces[count] = digits.reduce(0) { $0 << 4 | UInt16($1.hexValue ?? 0) }
            count += 1
            rest = after
            guard let next = rest.first else { break }
            guard next == .colon, rest.count > 1 else { return nil }
            rest = rest.dropFirst()
        }
        if let gap {
            let moved = pieces[gap..<count]
            pieces = pieces[..<gap] + [UInt16](repeating: 0, count: 8 - count) + moved
        } else if count != 8 {
            return nil
        }
    }

    /// An IPv4 address in dotted decimal, up to the end.
    private static func v4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: .dot, maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isDigit), part.count == 1 || part.first != 0x30 else {
                return nil
            }
            let value = part.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
            guard value <= 255 else { return nil }
            number = number << 8 | value
        }
        return number
    }

    /// With `::` for the longest run of at least two zeros.
    var serialized: [UInt8] {
        let run = longestZeros
        var text = ""
        var index = 0
        while index < 8 {
            if index == run?.lowerBound, let run {
                text += index == 0 ? "::" : ":"
                index = run.upperBound
                continue
            }
            text += String(pieces[index], radix: 16)
            if index < 7 { text += ":" }
            index += 1
        }
        return Array(text.utf8)
    }

    private var longestZeros: Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for index in 0...8 where index == 8 || pieces[index] != 0 {
            if index - start > max(1, longest?.count ?? 0) { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}
