extension List.Marker {
    /// Returns the label of the item with this number.
    func label(of number: Int) -> String {
        switch self {
        case .bullet, .decimal: "\(number)."
        case .lowerLetter: (Self.letters(number) ?? "\(number)") + "."
        case .upperLetter: (Self.letters(number)?.uppercased() ?? "\(number)") + "."
        case .lowerRoman: (Self.roman(number) ?? "\(number)") + "."
        case .upperRoman: (Self.roman(number)?.uppercased() ?? "\(number)") + "."
        }
    }

    /// Returns a to z, then aa; nil below one.
    private static func letters(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        var letters: [UInt8] = []
        var rest = number
        while rest > 0 {
            letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int) -> String? {
        guard 1...3999 ~= number else { return nil }
        let numerals = [
            (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
            (9, "ix"), (5, "v"), (4, "iv"), (1, "i")
        ]
        var rest = number
        var roman = ""
        for (value, numeral) in numerals {
            while rest >= value {
                roman += numeral
                rest -= value
            }
        }
        return roman
    }
}

extension List {
    /// The cells of the widest of some labels (the first and the last), with the space after it.
    var labelWidth: Int {
        let numbers = [items.first?.number, items.last?.number].compactMap(\.self)
        return 1 + (numbers.map { marker.label(of: $0).utf8.count }.max() ?? 1)
    }
}
