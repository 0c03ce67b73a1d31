extension String {
    /// The text as titles and names are sorted: without case and punctuation, and numbers by their value.
    package var sortingKey: String {
        var key = String.UnicodeScalarView()
        var number: [Unicode.Scalar] = []
        for scalar in lowercased().unicodeScalars {
            if scalar.isDigit {
                number.append(scalar)
                continue
            }
            key.append(number: &number)
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                key.append(scalar)
            } else if let last = key.last, last != " " {
                key.append(" ")
            }
        }
        key.append(number: &number)
        if key.last == " " { key.removeLast() }
        return String(key)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension String.UnicodeScalarView {
    /// Appends digits after their count, so that 9 comes before 10.
    fileprivate mutating func append(number: inout [Unicode.Scalar]) {
        guard !number.isEmpty else { return }
        let digits = number.drop { $0 == "0" }
        // Longer numbers are names of something; all counts sort before letters.
        append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(Swift.min(digits.count, 40))))
        append(contentsOf: digits)
        number = []
    }
}
