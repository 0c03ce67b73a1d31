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
