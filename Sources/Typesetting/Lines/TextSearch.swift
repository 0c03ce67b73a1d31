/// The matches of words in set text, even across the ends of lines, and the chosen one.
package struct TextSearch: Sendable {
    /// The lines' text without what the typesetter drew, joined by spaces, or directly within code and words.
    private var text: [UInt8] = []
    /// `text` in lower case, at the same byte offsets.
    private var folded: [UInt8] = []
    /// The start of each line in the text.
    private var starts: [Int] = []
    private var words = ""
    /// The length of a match in bytes.
    private var length = 0
    /// The starts of the matches in the text.
    private var hits: [Int] = []
    /// The chosen match, from 0.
    package private(set) var current: Int?

    /// What the typesetter draws where a line ends at a soft hyphen, within a word.
    static let hyphen = "-"
    /// More than anybody searches for: the work grows with it.
    private static let longestWords = 200

    package init(_ lines: [Line]) {
        var isInWord = false
        for line in lines {
            if line.runs.allSatisfy({ $0.style.contains(.drawn) }) { text.append(.newline) }
            if !line.isContinuation, !isInWord, let last = text.last, last != .newline { text.append(.space) }
            starts.append(text.count)
            for run in line.runs where !run.style.contains(.drawn) { text.append(contentsOf: run.text.utf8) }
            isInWord = line.runs.last.map { $0.style.contains(.drawn) && $0.text == Self.hyphen } ?? false
        }
        folded = Self.fold(text)
    }

    package var count: Int { hits.count }

    /// Searches for other words. Case matters if they contain a capital.
    package mutating func look(for words: String) {
        self.words = words
        current = nil
        let needle = Array(words.utf8.prefix(Self.longestWords))
        length = needle.count
        let small = Self.fold(needle)
        hits = small == needle ? Self.places(of: needle, in: folded) : Self.places(of: needle, in: text)
    }

    /// Chooses the first match from this line on, or else the first of all.
    package mutating func choose(fromLine line: Int) {
        guard !hits.isEmpty else { return }
        let start = line <= 0 ? 0 : line < starts.count ? starts[line] : text.count
        current = hits.firstIndex { $0 >= start } ?? 0
    }

    /// Moves by this many matches, wrapping around.
    package mutating func move(by steps: Int) {
        guard let current else { return }
        self.current = (current + steps % hits.count + hits.count) % hits.count
    }

    /// The line in which the chosen match begins.
    package var line: Int? {
        guard let current else { return nil }
        return Self.count(of: starts, upTo: hits[current]) - 1
    }

    /// Repeats the search in the same text set again. If the number of matches has changed, it chooses the first from a
    /// line on.
    package func again(in lines: [Line], fromLine line: Int) -> TextSearch {
        var search = TextSearch(lines)
        search.look(for: words)
        if search.count == count { search.current = current } else { search.choose(fromLine: line) }
        return search
    }
}

// Marking.
extension TextSearch {
    /// Returns the line with its matches marked.
    package func marked(_ line: Line, index: Int) -> Line {
        guard starts.indices.contains(index), !hits.isEmpty else { return line }
        var marked = line
        marked.runs = []
        var start = starts[index]
        for run in line.runs {
            guard !run.style.contains(.drawn) else {
                marked.runs.append(run)
                continue
            }
            append(run, at: start, to: &marked.runs)
            start += run.text.utf8.count
        }
        return marked
    }

    /// Adds a run in parts, with matches marked. Parts begin and end with whole characters.
    private func append(_ run: Run, at start: Int, to runs: inout [Run]) {
        let end = start + run.text.utf8.count
        var done = run.text.startIndex
        var hit = Self.count(of: hits, upTo: start - length)
        while hit < hits.count, hits[hit] < end {
            let from = Self.boundary(in: run.text, at: max(hits[hit], start) - start, step: -1)
            let to = Self.boundary(in: run.text, at: min(hits[hit] + length, end) - start, step: 1)
            if from > done { runs.append(Run(text: String(run.text[done..<from]), style: run.style, link: run.link)) }
            if to > max(from, done) {
                let style = run.style.union(hit == current ? [.found, .chosen] : .found)
                runs.append(Run(text: String(run.text[max(from, done)..<to]), style: style, link: run.link))
                done = to
            }
            hit += 1
        }
        if done < run.text.endIndex {
            runs.append(Run(text: String(run.text[done...]), style: run.style, link: run.link))
        }
    }

    private static func boundary(in text: String, at offset: Int, step: Int) -> String.Index {
        var index = text.utf8.index(text.startIndex, offsetBy: offset)
        while index.samePosition(in: text) == nil { index = text.utf8.index(index, offsetBy: step) }
        return index
    }

    /// Returns the text in lower case, where that takes as many bytes.
    private static func fold(_ text: [UInt8]) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        let span = text.span
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte >= 0x80 else {
                folded.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
                index += 1
                continue
            }
            let (codePoint, length) = span.codePoint(at: index)
            let small = Unicode.Scalar(codePoint).map { Array($0.properties.lowercaseMapping.utf8) } ?? []
            folded.append(
                contentsOf: small.count == length ? small[...] : text[index..<min(index + length, text.count)])
            index += length
        }
        return folded
    }

    /// Returns the positions of the bytes in a text, without overlaps.
    private static func places(of needle: [UInt8], in text: [UInt8]) -> [Int] {
        guard let first = needle.first, text.count >= needle.count else { return [] }
        let (text, needle) = (text.span, needle.span)
        var places: [Int] = []
        var index = 0
        while index <= text.count - needle.count {
            if text[index] == first, isEqual(text, at: index, to: needle) {
                places.append(index)
                index += needle.count
            } else {
                index += 1
            }
        }
        return places
    }

    private static func isEqual(_ text: Span<UInt8>, at start: Int, to needle: Span<UInt8>) -> Bool {
        for offset in 1..<max(needle.count, 1) where text[start + offset] != needle[offset] { return false }
        return true
    }

    /// Returns how many of these sorted numbers don't exceed a limit.
    private static func count(of numbers: [Int], upTo limit: Int) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
