/// A named character of HTML.
struct NamedCharacter {
    let first: Unicode.Scalar
    /// A few names mean a character and a combining mark.
    let second: Unicode.Scalar?
    let needsNoSemicolon: Bool

    /// Finds the name in the sorted list by binary search.
    init?(_ name: Span<UInt8>) {
        guard let initial = name.count > 0 ? name[0] : nil, initial.isLetter else { return nil }
        let list = UnsafeBufferPointer(
            start: NamedCharacters.list.utf8Start, count: NamedCharacters.list.utf8CodeUnitCount
        ).span
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
    private init?(in list: Span<UInt8>, at start: Int) {
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

    private static let lineStarts: [UInt16] = NamedCharacters.list.withUTF8Buffer { list in
        [0] + list.indices.filter { $0 + 1 < list.count && list[$0] == .newline }.map { UInt16($0 + 1) }
    }

    /// The number of lines that start with a lower byte.
    private static let linesBefore: [UInt16] = {
        var counts = [UInt16](repeating: 0, count: 258)
        for start in lineStarts { counts[Int(NamedCharacters.list.utf8Start[Int(start)]) + 1] += 1 }
        for byte in 1..<counts.count { counts[byte] += counts[byte - 1] }
        return counts
    }()
}
