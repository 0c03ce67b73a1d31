import HTML

/// The attributes that mean something to a reader of text.
enum HTMLAttribute: Int, CaseIterable {
    case href, src, srcset, data, alt, title, width, height, id, name, `class`, style, start, type, value, reversed
    case align, colspan, rowspan, hidden, role, checked, open, encoding, ariaHidden, ariaLabel
    // Where pages that load their pictures late keep the addresses.
    case dataSrc, dataSrcset, dataLazySrc, dataLazySrcset, dataOriginal

    fileprivate static let known = HTMLNameTable(allCases.map { (name: $0.htmlName, value: $0) })

    /// The name as HTML spells it: `data-src`.
    private var htmlName: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}

/// The attributes of one start tag, as places in the text that are read when somebody asks.
struct HTMLAttributes {
    private let html: [UInt8]
    private var values = [Range<Int>](repeating: 0..<0, count: HTMLAttribute.allCases.count)
    /// A bit for each attribute that is there.
    private var present: UInt64 = 0

    /// The longest text that an attribute is taken for: descriptions are a few words, and addresses hardly longer.
    private static let longestValue = 8 << 10

    init(of html: [UInt8]) {
        self.html = html
    }

    var isEmpty: Bool { present == 0 }

    mutating func removeAll() { present = 0 }

    /// Takes note of an attribute, of which the first counts where there are several.
    mutating func insert(_ name: HTMLName, _ value: Range<Int>) {
        guard let attribute = HTMLAttribute.known[name], !has(attribute) else { return }
        present |= 1 << UInt64(attribute.rawValue)
        values[attribute.rawValue] = value
    }

    func has(_ attribute: HTMLAttribute) -> Bool {
        present & 1 << UInt64(attribute.rawValue) != 0
    }

    /// The value with its references decoded, empty where it has none; nil where there is no such attribute.
    ///
    /// What is longer than any text of an attribute is cut.
    subscript(attribute: HTMLAttribute) -> String? {
        bytes(of: attribute).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value as an address: nil where it is too long for one, so that `data:` addresses cost nothing.
    func address(_ attribute: HTMLAttribute) -> String? {
        guard has(attribute), values[attribute.rawValue].count <= Self.longestValue else { return nil }
        return self[attribute]
    }

    /// The value as a whole number, whatever follows it, such as `px`.
    func number(_ attribute: HTMLAttribute) -> Int? {
        guard let text = bytes(of: attribute) else { return nil }
        var digits = text.drop { $0.isHTMLSpace }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard let first = digits.first, first.isDigit else { return nil }
        // Nothing is counted beyond a billion.
        let number = digits.prefix(10).prefix { $0.isDigit }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -number : number
    }

    /// Whether one of the words of the attribute is among these.
    func has(_ attribute: HTMLAttribute, anyOf words: [String]) -> Bool {
        guard has(attribute), let text = bytes(of: attribute) else { return false }
        return text.split { $0.isHTMLSpace }.contains { word in words.contains { $0.utf8.elementsEqual(word) } }
    }

    private func bytes(of attribute: HTMLAttribute) -> ArraySlice<UInt8>? {
        guard has(attribute) else { return nil }
        let value = html[values[attribute.rawValue].prefix(Self.longestValue)]
        guard value.contains(UInt8(ascii: "&")) else { return value }
        var decoded: [UInt8] = []
        var index = value.startIndex
        while index < value.endIndex {
            if value[index] == UInt8(ascii: "&"),
                let reference = CharacterReference(at: index, in: html.span, isInAttribute: true)
            {
                reference.append(to: &decoded)
                index = reference.end
            } else {
                decoded.append(value[index])
                index += 1
            }
        }
        return decoded[...]
    }
}
