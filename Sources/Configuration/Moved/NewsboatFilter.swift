/// A filter as newsboat reads it: from left to right, with no precedence between `and` and `or`.
package struct NewsboatFilter {
    private let scalars: [Unicode.Scalar]
    private var insertions: [(place: Int, mark: Unicode.Scalar)] = []

    /// The filter with parentheses that keep newsboat's meaning, because in lede `and` binds closer than `or`. Nil if
    /// it needs none.
    package static func parenthesised(_ text: String) -> String? {
        var filter = NewsboatFilter(text)
        filter.addParentheses()
        return filter.insertions.isEmpty ? nil : filter.text
    }

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var text: String {
        var text = String.UnicodeScalarView()
        var next = 0
        // Several insertions at one position keep their order: later ones enclose earlier ones.
        let sorted = insertions.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
        for (_, insertion) in sorted {
            text.append(contentsOf: scalars[next..<insertion.place])
            text.append(insertion.mark)
            next = insertion.place
        }
        text.append(contentsOf: scalars[next...])
        return String(text)
    }

    /// The text between two parentheses.
    private struct Level {
        var start: Int?
        var end = 0
        var hasOr = false

        mutating func include(_ place: Range<Int>) {
            start = start ?? place.lowerBound
            end = place.upperBound
        }
    }

    private mutating func addParentheses() {
        var levels = [Level()]
        var position = 0
        while let place = nextToken(from: position) {
            position = place.upperBound
            let level = levels.count - 1
            switch String(String.UnicodeScalarView(scalars[place])).lowercased() {
            case "(":
                levels[level].include(place)
                levels.append(Level())
            case ")":
                if level > 0 { levels.removeLast() }
                levels[levels.count - 1].include(place)
            case "or": levels[level].hasOr = true
            case "and":
                guard levels[level].hasOr, let start = levels[level].start else { continue }
                insertions += [(start, "("), (levels[level].end, ")")]
                levels[level].hasOr = false
            default: levels[level].include(place)
            }
        }
    }

    /// The next word, string or parenthesis.
    private func nextToken(from position: Int) -> Range<Int>? {
        guard let start = scalars[position...].firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        switch scalars[start] {
        case "(", ")": return start..<start + 1
        case "\"":
            var end = start + 1
            while end < scalars.count, scalars[end] != "\"" { end += scalars[end] == "\\" ? 2 : 1 }
            return start..<min(end + 1, scalars.count)
        default:
            let end = scalars[start...].firstIndex { $0.properties.isWhitespace || "()\"".unicodeScalars.contains($0) }
            return start..<(end ?? scalars.count)
        }
    }
}
