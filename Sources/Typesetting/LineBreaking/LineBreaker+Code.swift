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
