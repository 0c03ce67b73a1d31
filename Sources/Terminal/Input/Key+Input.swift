extension Key {
    /// The key of a single character; nil if it isn't one.
    init?(character: UInt32) {
        switch character {
        case 0x0A, 0x0D: self = .enter
        case 0x1B: self = .escape
        case 0x09: self = .tab
        case 0x08, 0x7F: self = .backspace
        case 0x01...0x1A:
            guard let letter = Unicode.Scalar(character + 0x60) else { return nil }
            self = .control(Character(letter))
        case ..<0x20, 0x80..<0xA0: return nil
        default:
            guard let scalar = Unicode.Scalar(character) else { return nil }
            self = .character(Character(scalar))
        }
    }

    /// The key for the bytes after `ESC [` or `ESC O`; nil if lede doesn't use it. Terminals send either form,
    /// depending on their mode, which may not be lede's yet or any longer.
    init?(sequence: ArraySlice<UInt8>) {
        guard let last = sequence.last else { return nil }
        let numbers: [String] = sequence.dropLast().split(separator: UInt8(ascii: ";")).map {
            String(decoding: $0, as: UTF8.self)
        }
        switch (last, numbers) {
        case (UInt8(ascii: "~"), _):
            guard numbers.count == 1, let number = Int(numbers[0]), let key = Self.numbered[number] else { return nil }
            self = key
        // The number of the modifiers is one more than their sum (xterm's ctlseqs).
        case (UInt8(ascii: "C"), ["1", "5"]): self = .wordRight
        case (UInt8(ascii: "D"), ["1", "5"]): self = .wordLeft
        case (_, []):
            guard let key = Self.lettered[last] else { return nil }
            self = key
        default: return nil
        }
    }

    /// Sequences that all terminals agree on, although not every description has them.
    private static let lettered: [UInt8: Key] = {
        let keys: [(Unicode.Scalar, Key)] = [
            ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end), ("Z", .backTab),
            ("P", .function(1)), ("Q", .function(2)), ("R", .function(3)), ("S", .function(4)), ("M", .enter)
        ]
        // The keypad in application mode.
        let pad = zip("jklmno".unicodeScalars, "*+,-./").map { ($0, Key.character($1)) }
        let digits = zip("pqrstuvwxy".unicodeScalars, "0123456789").map { ($0, Key.character($1)) }
        return Dictionary(uniqueKeysWithValues: (keys + pad + digits).map { (UInt8(ascii: $0), $1) })
    }()

    private static let numbered: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11),
        24: .function(12)
    ]
}
