/// An IPv6 address as URLs write it, without the brackets (URL Standard, 3.5).
struct IPv6Text {
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
            let digits = rest.prefix(4).prefix { $0.hexValue != nil }
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
