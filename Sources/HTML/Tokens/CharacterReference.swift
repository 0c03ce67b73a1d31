import System

/// An HTML character reference, such as `&eacute;`, `&#233;`, `&#xE9;`, or `&eacute` without its semicolon.
package struct CharacterReference {
    package let first: Unicode.Scalar
    /// The second character of the few names that stand for two.
    package private(set) var second: Unicode.Scalar?
    /// The index after the reference.
    package let end: Int

    /// Nil if no reference begins at the ampersand at `start`.
    ///
    /// In an attribute a name without a semicolon doesn't count if it is followed by something that belongs to a URL:
    /// `?a=1&copy=2` contains none.
    package init?(at start: Int, in html: Span<UInt8>, isInAttribute: Bool = false) {
        guard start + 2 < html.count else { return nil }
        if html[start + 1] == UInt8(ascii: "#") {
            self.init(numberAt: start + 2, in: html)
        } else {
            self.init(nameAt: start + 1, in: html, isInAttribute: isInAttribute)
        }
    }

    /// The reference with a name, given without ampersand and semicolon; nil if HTML doesn't know the name.
    package init?(named name: Span<UInt8>) {
        guard let named = NamedCharacter(name) else { return nil }
        (first, second, end) = (named.first, named.second, name.count)
    }

    /// Appends the characters in UTF-8.
    package func append(to buffer: inout [UInt8]) {
        buffer.append(contentsOf: UTF8.encode(first) ?? .init())
        if let second { buffer.append(contentsOf: UTF8.encode(second) ?? .init()) }
    }

    private init?(numberAt start: Int, in html: Span<UInt8>) {
        let isHexadecimal = html[start] | 0x20 == UInt8(ascii: "x")
        let radix: UInt8 = isHexadecimal ? 16 : 10
        let digits = isHexadecimal ? start + 1 : start
        var number: UInt32 = 0
        var index = digits
        while index < html.count, let digit = html[index].hexValue, digit < radix {
            number = min(number * UInt32(radix) + UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > digits else { return nil }
        first = Self.character(numbered: number)
        end = index < html.count && html[index] == UInt8(ascii: ";") ? index + 1 : index
    }

    private init?(nameAt start: Int, in html: Span<UInt8>, isInAttribute: Bool) {
        var nameEnd = start
        while nameEnd < html.count, nameEnd - start < Self.longestName, html[nameEnd].isLetter || html[nameEnd].isDigit
        {
            nameEnd += 1
        }
        guard nameEnd > start else { return nil }
        if nameEnd < html.count, html[nameEnd] == UInt8(ascii: ";"),
            let named = NamedCharacter(html.extracting(start..<nameEnd))
        {
            (first, second, end) = (named.first, named.second, nameEnd + 1)
            return
        }
        // The names that need no semicolon are short, and the longest match counts.
        var length = min(nameEnd - start, Self.longestOldName)
        while length >= 2 {
            if let named = NamedCharacter(html.extracting(start..<start + length)), named.needsNoSemicolon {
                let next = start + length < html.count ? html[start + length] : 0
                if isInAttribute, next == UInt8(ascii: "=") || next.isLetter || next.isDigit { return nil }
                (first, second, end) = (named.first, named.second, start + length)
                return
            }
            length -= 1
        }
        return nil
    }

    // The length of “CounterClockwiseContourIntegral”.
    private static let longestName = 31
    // The length of “frac12”.
    private static let longestOldName = 6

    // Invalid numbers become the replacement character, and those of C1 mean Windows-1252 (HTML Standard, 13.2.5.80).
    package static func character(numbered number: UInt32) -> Unicode.Scalar {
        if 0x80...0x9F ~= number, windows1252[Int(number - 0x80)] != 0 {
            return Unicode.Scalar(windows1252[Int(number - 0x80)]) ?? "\u{FFFD}"
        }
        return Unicode.Scalar(numbered: number)
    }

    private static let windows1252: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178
    ]
}

extension Unicode.Scalar {
    /// The character with this number, or the replacement character for zero and numbers without one.
    init(numbered number: UInt32) { self = number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}" }
}

/// A named character of HTML.
private struct NamedCharacter {
    let first: Unicode.Scalar
    /// A few names mean a character and a combining mark.
    let second: Unicode.Scalar?
    let needsNoSemicolon: Bool

    /// Finds the name in the sorted list by binary search.
    init?(_ name: Span<UInt8>) {
        guard let initial = name.count > 0 ? name[0] : nil, initial.isLetter else { return nil }
        let list = CharacterTable.namedCharacters
        var low = Int(Self.linesBefore[Int(initial)])
        var high = Int(Self.linesBefore[Int(initial) + 1])
        while low < high {
            let middle = (low + high) / 2
            let start = Int(Self.lineStarts[middle])
            var index = 0
            while index < name.count, list[start + index] == name[index] { index += 1 }
            let next = list[start + index]
            let isOver = next == .space || next == UInt8(ascii: "!")
            if index == name.count, isOver {
                self.init(in: list, at: start + index)
                return
            }
            // A longer name, or one with a later letter, comes after this line.
            if index < name.count, isOver || next < name[index] { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Reads the rest of the line: ` 3C`, `! 3C` or ` 3C 20D2`.
    private init?(in list: CharacterTable, at start: Int) {
        needsNoSemicolon = list[start] == UInt8(ascii: "!")
        var numbers: (UInt32, UInt32) = (0, 0)
        var words = 0
        var index = needsNoSemicolon ? start + 1 : start
        while index < list.count, list[index] != .newline {
            let byte = list[index]
            let digit = byte.isDigit ? byte & 0x0F : byte &- UInt8(ascii: "A") &+ 10
            if byte == .space {
                words += 1
            } else if words == 1 {
                numbers.0 = numbers.0 << 4 | UInt32(digit)
            } else {
                numbers.1 = numbers.1 << 4 | UInt32(digit)
            }
            index += 1
        }
        guard let scalar = Unicode.Scalar(numbers.0) else { return nil }
        first = scalar
        second = words > 1 ? Unicode.Scalar(numbers.1) : nil
    }

    private static let lineStarts: [UInt16] = {
        let list = CharacterTable.namedCharacters
        return [0] + (1..<list.count).filter { list[$0 - 1] == .newline }.map { UInt16($0) }
    }()

    /// The number of lines that start with a lower byte.
    private static let linesBefore: [UInt16] = {
        var counts = [UInt16](repeating: 0, count: 258)
        for start in lineStarts { counts[Int(CharacterTable.namedCharacters[Int(start)]) + 1] += 1 }
        for byte in 1..<counts.count { counts[byte] += counts[byte - 1] }
        return counts
    }()
}
