/// Finds the name that the user most likely meant by an unknown one.
package enum NearestName {
    /// The name with the fewest typing mistakes, if they are few enough for the length of the word.
    ///
    /// The first of several equally similar names; nil if none is similar.
    package static func of(_ name: String, among names: some Sequence<String>) -> String? {
        let written = Array(name.lowercased().utf8.prefix(longest + 1))
        guard written.count <= longest else { return nil }
        var nearest: (name: String, slips: Int)?
        for candidate in names {
            let meant = Array(candidate.lowercased().utf8.prefix(longest))
            // One mistake in a word of three letters, two from six on, three from nine on.
            let bearable = min(3, max(written.count, meant.count) / 3)
            guard abs(written.count - meant.count) <= bearable else { continue }
            let slips = editDistance(between: written, and: meant)
            guard slips <= bearable, slips < nearest?.slips ?? .max else { continue }
            nearest = (candidate, slips)
        }
        return nearest?.name
    }

    /// Longer words aren't misspelled names.
    private static let longest = 64

    /// The number of letters that were left out, added, replaced or swapped with their neighbour.
    private static func editDistance(between written: [UInt8], and meant: [UInt8]) -> Int {
        var last = Array(0...meant.count)
        // Used in turn: new rows for each letter would take several times as long.
        var before = last
        var next = last
        for row in written.indices {
            next[0] = row + 1
            for column in meant.indices {
                let isSame = written[row] == meant[column]
                var slips = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, written[row] == meant[column - 1], written[row - 1] == meant[column] {
                    slips = min(slips, before[column - 1] + 1)
                }
                next[column + 1] = slips
            }
            (before, last, next) = (last, next, before)
        }
        return last[meant.count]
    }
}

extension NearestName {
    /// “: did you mean “browser”?”, or an empty text if no name is similar.
    package static func hint(for word: String, among names: some Sequence<String>) -> String {
        of(word, among: names).map { ": did you mean “\($0)”?" } ?? ""
    }
}

extension Int {
    /// “1 feed” or “2 feeds”; pass a plural that doesn't end in “s” alone.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}

extension Int {
    /// The number with commas between thousands.
    package var grouped: String {
        var text = ""
        for (place, digit) in String(magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}
