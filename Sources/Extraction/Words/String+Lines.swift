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
        lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

extension String {
    /// Nil if it is empty.
    var unlessEmpty: String? { isEmpty ? nil : self }

    /// How much of this text another has in the same words: 1 if all, 0 if none.
    func similarity(to other: String) -> Double {
        let (mine, theirs) = (plainWords, other.plainWords)
        guard !mine.isEmpty, !theirs.isEmpty else { return 0 }
        let known = Set(mine)
        let strange = theirs.filter { !known.contains($0) }
        let all = theirs.reduce(0) { $0 + $1.count + 1 } - 1
        return 1 - Double(strange.reduce(0) { $0 + $1.count + 1 } - (strange.isEmpty ? 0 : 1)) / Double(all)
    }
}
