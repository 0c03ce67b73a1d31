/// Finds a regular expression in short texts.
package final class PatternFinder {
    package let source: PatternSource
    private var compiled: CompiledPattern

    /// Some patterns take time that grows with the square of a text. No row is this long.
    private static let (longestText, mostMatches) = (1000, 50)

    package init(_ source: PatternSource) throws(PatternSource.Problem) {
        self.source = source
        compiled = try Self.compile(source)
    }

    package func ranges(in text: String) -> [Range<String.Index>] {
        guard text.utf8.count <= Self.longestText else { return [] }
        if compiled.isWornOut, let anew = try? Self.compile(source) { compiled = anew }
        let bytes = Array(text.utf8)
        var ranges: [Range<String.Index>] = []
        var start = 0
        while start < bytes.count, ranges.count < Self.mostMatches,
            let match = compiled.firstMatch(in: bytes.span, start..<bytes.count)
        {
            if !match.isEmpty, let range = Self.range(match, in: text) { ranges.append(range) }
            start = max(match.upperBound, start + 1)
        }
        return ranges
    }

    private static func compile(_ source: PatternSource) throws(PatternSource.Problem) -> CompiledPattern {
        try CompiledPattern(source.text)
    }

    /// Only whole characters can be drawn.
    private static func range(_ bytes: Range<Int>, in text: String) -> Range<String.Index>? {
        let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
        let end = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
        guard let first = start.samePosition(in: text), let last = end.samePosition(in: text) else { return nil }
        return first..<last
    }
}
