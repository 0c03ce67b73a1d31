import Library

extension Snippet {
    /// The snippet for a column of this width, cut at its beginning so that the first hit is visible.
    func fitting(_ cells: Int) -> (text: String, hits: [Range<Int>]) {
        let before = cells / 3
        guard let first = hits.first?.lowerBound, first > before else { return (text, hits) }
        let bytes = Array(text.utf8)
        let space = bytes[first - before..<first].firstIndex(of: UInt8(ascii: " "))
        let start = space.map { $0 + 1 } ?? first
        let sign = "…"
        let shift = start - sign.utf8.count
        return (
            sign + String(decoding: bytes[start...], as: UTF8.self),
            hits.map { $0.lowerBound - shift..<$0.upperBound - shift }
        )
    }
}
