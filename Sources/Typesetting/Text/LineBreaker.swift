/// Finds the ends of a text's lines, by cells and permitted breaks.
struct LineBreaker {
    /// A line of a text: its bytes, and whether it gets a hyphen at its end.
    struct Line: Equatable {
        var range: Range<Int>
        var endsInHyphen = false
    }

    /// Fills lines of this width. A segment longer than a line is cut.
    func fill(_ bytes: [UInt8], width: Int) -> [Line] {
        var lines: [Line] = []
        var line = OpenLine(start: 0)
        LineSegmenter.read(bytes.span) { segment in
            if line.cells + line.gap + segment.cellsAtLineEnd > width {
                // Thai has no spaces to break at, so it continues on the same line.
                if line.cells == 0 {
                    line = OpenLine(start: segment.start)
                } else if segment.cells <= width || !isComplex(bytes, at: segment.start) {
                    lines.append(line.ended(width: width))
                    line = OpenLine(start: segment.start)
                }
                if segment.cells > width {
                    cut(segment, of: bytes, width: width, from: &line, to: &lines)
                }
            }
            line.add(segment)
            if segment.ending == .forced {
                line.endsInHyphen = false
                lines.append(line.ended(width: width))
                line = OpenLine(start: segment.next)
            }
        }
        return lines
    }

    /// Returns the cells of the longest segment, and of the longest line between forced breaks.
    func extent(of bytes: [UInt8]) -> (least: Int, most: Int) {
        var least = 0
        var most = 0
        var line = OpenLine(start: 0)
        LineSegmenter.read(bytes.span) { segment in
            least = max(least, segment.cellsAtLineEnd)
            line.add(segment)
            most = max(most, line.cells)
            if segment.ending == .forced { line = OpenLine(start: segment.next) }
        }
        return (least, most)
    }

    /// Cuts full lines from a segment, and leaves the rest for the open line.
    private func cut(
        _ segment: LineSegment, of bytes: [UInt8], width: Int, from line: inout OpenLine, to lines: inout [Line]
    ) {
        var cutter = WordCutter(start: segment.start, end: segment.end, cells: segment.cells)
        while line.cells + line.gap + cutter.cells > width {
            let room = width - line.cells - line.gap
            guard room > 0, let end = cutter.cut(bytes.span, room: room, isWholeLine: line.cells == 0) else {
                lines.append(line.ended(width: width))
                line = OpenLine(start: cutter.start)
                continue
            }
            lines.append(Line(range: line.start..<end))
            line = OpenLine(start: end)
        }
        line.cells -= segment.cells - cutter.cells
    }

    private func isComplex(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index < bytes.count, bytes[index] >= 0x80 else { return false }
        return LineBreakClass.of(bytes.span.codePoint(at: index).value, in: LineBreakClass.table) == .complex
    }
}

/// The line that is being filled.
private struct OpenLine {
    let start: Int
    private(set) var end: Int
    var cells = 0
    private(set) var gap = 0
    var endsInHyphen = false

    init(start: Int) {
        self.start = start
        end = start
    }

    func ended(width: Int) -> LineBreaker.Line {
        LineBreaker.Line(range: start..<end, endsInHyphen: endsInHyphen && cells < width)
    }

    mutating func add(_ segment: LineSegment) {
        cells += gap + segment.cells
        gap = segment.gap
        end = segment.end
        endsInHyphen = segment.ending == .softHyphen
    }
}

/// A part of a text that shouldn't be broken: a word, an ideograph, or a number with its unit.
struct LineSegment: Equatable {
    enum Ending: UInt8 {
        /// The line may end here.
        case opportunity
        /// The line may end here, with a hyphen that only shows then.
        case softHyphen
        /// The line ends here.
        case forced
    }

    /// The bytes of its text, without the following spaces.
    var start: Int
    var end: Int
    /// The start of the next segment.
    var next: Int
    /// The cells of its text, and of the following spaces, which only count if another segment follows on the line.
    var cells: Int
    var gap: Int
    var ending: Ending

    /// The cells that it takes at the end of a line.
    fileprivate var cellsAtLineEnd: Int { ending == .softHyphen ? cells + 1 : cells }
}

// Text with significant spaces.
extension LineBreaker {
    struct CodeLine {
        var line: Line
        /// Whether the line continues the previous one.
        var isContinuation: Bool
    }

    /// Cuts lines that are too long, preferably between words, and keeps every byte in place.
    func cut(_ bytes: [UInt8], width: Int) -> [CodeLine] {
        let text = bytes.span
        var lines: [CodeLine] = []
        var start = 0
        while start <= bytes.count {
            var end = start
            var isASCII = true
            while end < bytes.count, bytes[end] != .newline {
                if bytes[end] >= 0x80 { isASCII = false }
                end += 1
            }
            let cells = isASCII ? end - start : CellWidth.of(text, in: start..<end)
            var cutter = WordCutter(start: start, end: end, cells: cells, isCode: true)
            var isContinuation = false
            while cutter.cells > width, let next = cutter.cut(text, room: width, isWholeLine: true) {
                lines.append(CodeLine(line: Line(range: start..<next), isContinuation: isContinuation))
                start = next
                isContinuation = true
            }
            lines.append(CodeLine(line: Line(range: start..<end), isContinuation: isContinuation))
            start = end + 1
        }
        return lines
    }
}

/// Cuts a segment that is longer than a line: preferably after signs in URLs, otherwise where the line is full. It cuts
/// only between clusters and leaves no single cell.
private struct WordCutter {
    private(set) var start: Int
    let end: Int
    /// The cells of the rest.
    private(set) var cells: Int
    /// Whether a space is the best position for a cut.
    var isCode = false

    /// Cuts as much as fits and returns its end; nil if nothing fits and the line isn't empty.
    mutating func cut(_ bytes: Span<UInt8>, room: Int, isWholeLine: Bool) -> Int? {
        var index = start
        var used = 0
        var before = Place(index: start, cells: 0)
        var good = Place(index: start, cells: 0)
        var best = Place(index: start, cells: 0)
        while index < end {
            let next = min(Cluster.end(in: bytes, at: index), end)
            let isSoftHyphen = bytes[index] == 0xC2 && bytes[index + 1] == 0xAD
            let width = isSoftHyphen ? 0 : CellWidth.of(bytes, in: index..<next)
            guard used + width <= room else { break }
            before = Place(index: index, cells: used)
            index = next
            used += width
            if isBestEnd(bytes[before.index]) { best = Place(index: index, cells: used) }
            if Self.isGoodEnd(bytes, from: before.index, to: index) { good = Place(index: index, cells: used) }
        }
        if used == 0 {
            guard isWholeLine else { return nil }
            return cutCodePoints(bytes, room: room)
        }
        for place in [best, good] where place.cells > 1 && place.cells * 3 >= room { return consume(place) }
        // A line of one cell looks like a mistake.
        if cells - used == 1, before.cells > 1 { return consume(before) }
        return consume(Place(index: index, cells: used))
    }

    private struct Place {
        let index: Int
        let cells: Int
    }

    private mutating func consume(_ place: Place) -> Int {
        cells -= place.cells
        start = place.index
        return place.index
    }

    /// Cuts within a cluster that is wider than a line.
    private mutating func cutCodePoints(_ bytes: Span<UInt8>, room: Int) -> Int {
        var index = start
        var used = 0
        while index < end {
            let (codePoint, length) = bytes.codePoint(at: index)
            let width = CellWidth.of(codePoint: codePoint)
            if used + width > room, index > start { break }
            used += width
            index += length
        }
        return consume(Place(index: index, cells: used))
    }

    /// Whether this ends a word of code or a part of a URL.
    private func isBestEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case .space: isCode
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): !isCode
        default: false
        }
    }

    /// Whether the cluster is a sign after which URLs and names are cut, or one that may end a Thai word.
    private static func isGoodEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        switch bytes[start] {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
            UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: ")"):
            true
        case 0xE0: endsThaiSyllable(bytes, from: start, to: end)
        default: false
        }
    }

    private static func endsThaiSyllable(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        // Vowels written before their consonant, and vowels and signs written after it.
        let isBefore = { (value: UInt32) in 0xE40...0xE44 ~= value || 0xEC0...0xEC4 ~= value }
        let isAfter = { (value: UInt32) in
            [0xE2F, 0xE30, 0xE32, 0xE33, 0xE45, 0xE46, 0xEAF, 0xEB0, 0xEB2, 0xEB3, 0xEC6].contains(value)
        }
        let value = bytes.codePoint(at: start).value
        guard 0xE00...0xEFF ~= value, end < bytes.count else { return false }
        return !isBefore(value) && !isAfter(bytes.codePoint(at: end).value)
    }
}
