/// Finds the words of a query in a text for display.
struct SearchHits {
    private let phrases: [SearchTerm]

    init(of query: SearchQuery, in column: SearchTerm.Column?) {
        phrases = query.clauses.joined().filter { term in term.column == nil || term.column == column }
    }

    init(of phrases: [SearchTerm]) { self.phrases = phrases }

    /// Their positions in bytes, in order and without overlaps.
    func ranges(in text: Span<UInt8>) -> [Range<Int>] {
        guard !phrases.isEmpty else { return [] }
        var found: [Range<Int>] = []
        // For each phrase, the number of consecutive words matched so far, and where the first one began.
        var progress = phrases.map { _ in (words: 0, start: 0) }
        WordScanner.scan(text, isQuery: false) { word, range in
            for (index, phrase) in phrases.enumerated() {
                if !phrase.fits(word, at: progress[index].words) { progress[index].words = 0 }
                guard phrase.fits(word, at: progress[index].words) else { continue }
                if progress[index].words == 0 { progress[index].start = range.lowerBound }
                progress[index].words += 1
                if progress[index].words == phrase.words.count {
                    found.append(progress[index].start..<range.upperBound)
                    progress[index].words = 0
                }
            }
        }
        return found.merged()
    }
}

extension SearchTerm {
    fileprivate func fits(_ word: Span<UInt8>, at position: Int) -> Bool {
        let wanted = words[position]
        guard word.starts(with: wanted) else { return false }
        return word.count == wanted.count || isPrefix && position == words.count - 1
    }
}

extension [Range<Int>] {
    fileprivate func merged() -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
