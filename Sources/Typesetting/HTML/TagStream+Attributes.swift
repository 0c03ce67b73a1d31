import HTML

// The attributes of the tag that came last, as a reader of text takes them.
extension TagStream {
    /// The longest text that an attribute is taken for: descriptions are a few words, and addresses hardly longer.
    private static let longestValue = 8 << 10

    /// The value, empty where it has none; nil where there is no such attribute.
    ///
    /// What is longer than any text of an attribute is cut.
    subscript(attribute: Attribute) -> String? {
        has(attribute) ? string(of: attribute, first: Self.longestValue) : nil
    }

    /// The value as an address: nil where it is too long for one, so that `data:` addresses cost nothing.
    func address(_ attribute: Attribute) -> String? {
        has(attribute) && length(of: attribute) <= Self.longestValue ? self[attribute] : nil
    }

    /// The value as a whole number, whatever follows it, such as `px`.
    func number(_ attribute: Attribute) -> Int? {
        guard has(attribute) else { return nil }
        var number: Int?
        withValue(of: attribute, first: Self.longestValue) { text in
            var digits = text.drop { $0.isHTMLSpace }
            let isNegative = digits.first == UInt8(ascii: "-")
            if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
            guard let first = digits.first, first.isDigit else { return }
            // Nothing is counted beyond a billion.
            let value = digits.prefix(10).prefix { $0.isDigit }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            number = isNegative ? -value : value
        }
        return number
    }

    /// Whether one of the words of the attribute is among these.
    func has(_ attribute: Attribute, anyOf words: [String]) -> Bool {
        guard has(attribute) else { return false }
        var isFound = false
        withValue(of: attribute, first: Self.longestValue) { text in
            isFound = text.split { $0.isHTMLSpace }.contains { word in words.contains { $0.utf8.elementsEqual(word) } }
        }
        return isFound
    }
}
