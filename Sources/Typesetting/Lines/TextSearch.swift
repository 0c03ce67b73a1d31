/// Words that are looked for in set text: where they stand, also across the ends of its lines, and which hit is chosen.
package struct TextSearch: Sendable {
    /// Each line's text without what the typesetter drew; lines are joined by a space, but for code that was too long.
    private var text: [UInt8] = []
    /// The same without capitals, byte for byte.
    private var folded: [UInt8] = []
    /// Where each line begins in the text.
    private var starts: [Int] = []
    private var words = ""
    /// How many bytes a hit has.
    private var length = 0
    /// Where the words begin in the text.
    private var hits: [Int] = []
    /// The chosen hit: the first is 0.
    package private(set) var current: Int?

    /// More than anybody looks for: what is compared grows with it.
    private static let longestWords = 200

    package init(_ lines: [Line]) {
        for line in lines {
            if line.runs.allSatisfy({ $0.style.contains(.drawn) }) { text.append(.newline) }
            if !line.isContinuation, let last = text.last, last != .newline { text.append(.space) }
            starts.append(text.count)
            for run in line.runs where !run.style.contains(.drawn) { text.append(contentsOf: run.text.utf8) }
        }
        folded = Self.fold(text)
    }

    package var count: Int { hits.count }

    /// Looks for other words. Case counts where one of them has a capital.
    package mutating func look(for words: String) {
        self.words = words
        current = nil
        let needle = Array(words.utf8.prefix(Self.longestWords))
        length = needle.count
        let small = Self.fold(needle)
        hits = small == needle ? Self.places(of: needle, in: folded) : Self.places(of: needle, in: text)
    }

    /// Chooses the first hit from this line on, or else the first of all.
    package mutating func choose(fromLine line: Int) {
        guard !hits.isEmpty else { return }
        let start = line <= 0 ? 0 : line < starts.count ? starts[line] : text.count
        current = hits.firstIndex { $0 >= start } ?? 0
    }

    /// Goes so many hits on, and begins anew behind the last.
    package mutating func move(by steps: Int) {
        guard let current else { return }
        self.current = (current + steps % hits.count + hits.count) % hits.count
    }

    /// The line that the chosen hit begins in.
    package var line: Int? {
        guard let current else { return nil }
        return Self.count(of: starts, upTo: hits[current]) - 1
    }

    /// The same words in the same text that was set anew. Where hits have come or gone, the first from a line on is chosen.
    package func again(in lines: [Line], fromLine line: Int) -> TextSearch {
        var search = TextSearch(lines)
        search.look(for: words)
        if search.count == count { search.current = current } else { search.choose(fromLine: line) }
        return search
    }
}

// Marking.
extension TextSearch {
    /// The line with the hits in it marked.
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

    /// The run in parts, of which those in a hit are marked; they begin and end with whole characters.
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
}

extension TextSearch {
    /// Small letters in place of capitals, where they take as many bytes.
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

    /// Where the bytes are in a text, none of them overlapping.
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

    /// How many of these numbers, which are in order, are no greater than a limit.
    private static func count(of numbers: [Int], upTo limit: Int) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
