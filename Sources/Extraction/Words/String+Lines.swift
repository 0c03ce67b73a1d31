extension Sequence<UInt8> {
    /// The text with white space in a row as one space, and none at its ends.
    var onOneLine: String {
        var line: [UInt8] = []
        var hasGap = false
        for byte in self {
            if byte <= 0x20 {
                hasGap = true
            } else if byte == 0xA0, line.last == 0xC2 {
                // A no-break space.
                line.removeLast()
                if line.last == UInt8(ascii: " ") { line.removeLast() }
                hasGap = true
            } else {
                if hasGap, !line.isEmpty { line.append(UInt8(ascii: " ")) }
                hasGap = false
                line.append(byte)
            }
        }
        return String(decoding: line, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text with white space in a row as one space, and none at its ends.
    var onOneLine: String { utf8.onOneLine }

    /// The words in lower case, without punctuation.
    var plainWords: [String] {
        lowercased().unicodeScalars.split { !$0.isOfWord }.map { String($0) }
    }
}

extension String {
    /// Nil if it is empty.
    var unlessEmpty: String? { isEmpty ? nil : self }
}

/// A title, to be compared with others.
struct Likeness {
    private let words: Set<String>

    init(to title: String) {
        words = Set(title.plainWords)
    }

    /// How much of another text is in the words of this one: 1 if all, 0 if none.
    func share(of other: String) -> Double {
        let theirs = other.plainWords
        guard !words.isEmpty, !theirs.isEmpty else { return 0 }
        let strange = theirs.filter { !words.contains($0) }
        let all = theirs.reduce(0) { $0 + $1.utf16.count + 1 } - 1
        return 1 - Double(strange.reduce(0) { $0 + $1.utf16.count + 1 } - (strange.isEmpty ? 0 : 1)) / Double(all)
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter, a digit, or close enough to compare titles by it; the tables of Unicode take long.
    fileprivate var isOfWord: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0xC0, 0x2000...0x206F, 0x3000...0x303F, 0xFF00...0xFF0F: false
        default: true
        }
    }
}
