import HTML

// The attributes of the last tag, as far as a text needs them.
extension TagStream {
    /// The longest value that is read: descriptions are a few words, and URLs hardly longer.
    private static let longestValue = 8 << 10

    /// The value, cut if it is too long; empty if it has none, and nil if there is no such attribute.
    subscript(attribute: Attribute) -> String? {
        has(attribute) ? string(of: attribute, first: Self.longestValue) : nil
    }

    /// The value as a URL; nil if it is too long for one, so that `data:` URLs cost nothing.
    func address(_ attribute: Attribute) -> String? {
        has(attribute) && length(of: attribute) <= Self.longestValue ? self[attribute] : nil
    }

    /// The value as a whole number. Anything after the digits is ignored, such as `px`.
    func number(_ attribute: Attribute) -> Int? {
        guard has(attribute) else { return nil }
        var number: Int?
        withValue(of: attribute, first: Self.longestValue) { text in
            var digits = text.drop { $0.isHTMLSpace }
            let isNegative = digits.first == UInt8(ascii: "-")
            if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
            guard let first = digits.first, first.isDigit else { return }
            // Ten digits are enough for any number.
            let value = digits.prefix(10).prefix { $0.isDigit }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            number = isNegative ? -value : value
        }
        return number
    }

    /// Whether one of the attribute's words is in the list.
    func has(_ attribute: Attribute, anyOf words: [String]) -> Bool {
        guard has(attribute) else { return false }
        var isFound = false
        withValue(of: attribute, first: Self.longestValue) { text in
            isFound = text.split { $0.isHTMLSpace }.contains { word in words.contains { $0.utf8.elementsEqual(word) } }
        }
        return isFound
    }
}
