/// Normalization form C of characters that host names may hold (UAX 15).
enum Normalization {
    static func composed(_ text: [UInt32]) -> [UInt32] {
        // Characters below U+0300 are composed already, and aren't marks.
        guard text.contains(where: { $0 >= 0x300 }) else { return text }
        let table = IDNATable.shared
        let decomposed = ordered(text.flatMap { parts(of: $0, table) }, table)
        var result: [UInt32] = []
        result.reserveCapacity(decomposed.count)
        /// The index of the last character that can combine with following ones.
        var starter: Int?
        var previousClass = 0
        for letter in decomposed {
            let ccc = table.properties(of: letter).combiningClass
            if let place = starter {
                let isBlocked = place < result.count - 1 && (previousClass == 0 || previousClass >= ccc)
                if !isBlocked, let whole = hangul(result[place], letter) ?? table.whole(of: result[place], letter) {
                    result[place] = whole
                    continue
                }
            }
            if ccc == 0 { starter = result.count }
            previousClass = ccc
            result.append(letter)
        }
        return result
    }

    private static func parts(of letter: UInt32, _ table: IDNATable) -> [UInt32] {
        if (syllables..<syllables + 11_172).contains(letter) {
            let index = letter - syllables
            let tail = index % 28
            return [leads + index / 588, vowels + index % 588 / 28] + (tail == 0 ? [] : [tails + tail])
        }
        // The first part may consist of parts itself, at most four levels deep.
        var first = letter
        var after: [UInt32] = []
        while let parts = table.parts(of: first) {
            first = parts.first
            after.append(parts.second)
        }
        return [first] + after.reversed()
    }

    /// Sorts the marks of each letter by class; marks of one class keep their order.
    private static func ordered(_ text: [UInt32], _ table: IDNATable) -> [UInt32] {
        var keys = text.map { table.properties(of: $0).combiningClass }
        guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 && $1 > 0 }) else { return text }
        // The number of the preceding letter makes the sorting stable.
        var letter = 0
        for index in keys.indices {
            if keys[index] == 0 { letter += 1 }
            keys[index] += letter << 8
        }
        return text.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { text[$0] }
    }

    private static func hangul(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (leads..<leads + 19).contains(first), (vowels..<vowels + 21).contains(second) {
            return syllables + ((first - leads) * 21 + second - vowels) * 28
        }
        let isOpen = (syllables..<syllables + 11_172).contains(first) && (first - syllables) % 28 == 0
        return isOpen && (tails + 1..<tails + 28).contains(second) ? first + second - tails : nil
    }

    private static let (syllables, leads, vowels, tails): (UInt32, UInt32, UInt32, UInt32) =
        (0xAC00, 0x1100, 0x1161, 0x11A7)
}
