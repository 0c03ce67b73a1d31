/// A piece of an item's text with the matching words, as one line of clean text.
package struct Snippet: Equatable, Sendable {
    package let text: String
    /// The positions of the query's words in it, in bytes of its UTF-8.
    package let hits: [Range<Int>]

    private static let length = 200
    private static let before = 40
    /// How much of a text to look at.
    private static let reach = 50_000

    /// The piece of clean text with most of the query's words; its beginning if it has none.
    init(of text: String, for query: SearchQuery) {
        let utf8 = Array(text.utf8.prefix(Self.reach))
        let hits = SearchHits(of: query, in: nil).ranges(in: utf8.span)
        var start = 0
        var most = 0
        for (index, hit) in hits.enumerated() {
            let count = hits[index...].prefix { $0.upperBound <= hit.lowerBound + Self.length - Self.before }.count
            if count > most { (start, most) = (hit.lowerBound, count) }
        }
        let piece = Self.piece(of: utf8, around: start)
        let begins = piece.lowerBound == 0 ? "" : "…"
        let ends = piece.upperBound == utf8.count ? "" : "…"
        self.text = begins + String(decoding: utf8[piece].map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self) + ends
        let shift = begins.utf8.count - piece.lowerBound
        self.hits = hits.compactMap { hit in
            let shown = hit.clamped(to: piece)
            return shown.isEmpty ? nil : shown.lowerBound + shift..<shown.upperBound + shift
        }
    }

    /// From a little before `start`, at the start of a word if one is near, to the end of a word.
    private static func piece(of utf8: [UInt8], around start: Int) -> Range<Int> {
        var lower = max(start - before, 0)
        if lower > 0, let space = utf8[lower..<start].firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
            lower = space + 1
        }
        var upper = min(lower + length, utf8.count)
        if upper < utf8.count, let space = utf8[..<upper].suffix(before).lastIndex(where: { $0 == 0x20 || $0 == 0x0A })
        {
            upper = space
        }
        while lower > 0, lower < utf8.count, utf8[lower] & 0xC0 == 0x80 { lower -= 1 }
        while upper < utf8.count, utf8[upper] & 0xC0 == 0x80 { upper -= 1 }
        return min(lower, upper)..<upper
    }
}
