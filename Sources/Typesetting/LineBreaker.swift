/// Finds where the lines of a text end, by cells and by where a line may be broken.
struct LineBreaker {
    /// The cells of a line.
    let width: Int
    /// The cells of every line after the first, where they are fewer.
    var continuationWidth: Int?

    /// Breaks at spaces, break hints, after hyphens and between ideographs; a word longer than the line is cut.
    func fill(_ bytes: [UInt8]) -> [Range<Int>] {
        var lines = LineRanges(bytes: bytes)
        let text = bytes.span
        var index = 0
        var previous: UInt32 = 0x20
        while index < text.count {
            let (codePoint, length) = text.codePoint(at: index)
            switch codePoint {
            case 0x0A:
                lines.endLine(at: index, next: index + 1)
                previous = 0x20
                index += 1
                continue
            case 0x20:
                lines.allowBreak(at: index, next: index + 1)
                lines.cells += 1  // Beyond the end of the line a space does no harm: it is where the line breaks.
                previous = codePoint
                index += 1
                continue
            case 0x200B:
                lines.allowBreak(at: index, next: index + length)
                previous = codePoint
                index += length
                continue
            default: break
            }
            let cells = codePoint < 0x7F ? 1 : CellWidth.of(codePoint: codePoint)
            if LineBreakRules.allowBreak(between: previous, and: codePoint, cells: cells) {
                lines.allowBreak(at: index, next: index)
            }
            if lines.cells + cells > width, lines.cells > 0 {
                index = lines.breakLine(before: index)
                previous = 0x20
                continue
            }
            lines.cells += cells
            if cells > 0 || codePoint == 0x200D { previous = codePoint }
            index += length
        }
        return lines.finish()
    }

    /// Cuts at the last cell and nowhere else, for text in which every space counts.
    func cut(_ bytes: [UInt8]) -> [Range<Int>] {
        var lines = LineRanges(bytes: bytes, keepsSpaces: true)
        let text = bytes.span
        var index = 0
        while index < text.count {
            let (codePoint, length) = text.codePoint(at: index)
            let cells = CellWidth.of(codePoint: codePoint)
            let limit = lines.ranges.isEmpty ? width : continuationWidth ?? width
            if lines.cells + cells > limit, lines.cells > 0 {
                index = lines.breakLine(before: index)
                continue
            }
            lines.cells += cells
            index += length
        }
        return lines.finish()
    }
}

/// The lines found so far and the one that is being filled.
private struct LineRanges {
    let bytes: [UInt8]
    let keepsSpaces: Bool
    var cells = 0
    private(set) var ranges: [Range<Int>] = []
    private var start = 0
    /// Where the line could end, and where the next would then start.
    private var candidate: (end: Int, next: Int)?

    init(bytes: [UInt8], keepsSpaces: Bool = false) {
        self.bytes = bytes
        self.keepsSpaces = keepsSpaces
    }

    mutating func allowBreak(at end: Int, next: Int) {
        if end > start { candidate = (end, next) }
    }

    mutating func endLine(at end: Int, next: Int) {
        ranges.append(start..<(keepsSpaces ? end : endOfText(before: end)))
        start = next
        cells = 0
        candidate = nil
    }

    /// Breaks the line, which has no room for what stands at this place, and says from where to go on.
    mutating func breakLine(before index: Int) -> Int {
        let (end, next) = candidate ?? (lastCharacterStart(before: index), lastCharacterStart(before: index))
        endLine(at: end, next: next)
        return next
    }

    mutating func finish() -> [Range<Int>] {
        if start < bytes.count { endLine(at: bytes.count, next: bytes.count) }
        return ranges
    }

    /// Where the line's spaces and break hints at its end begin.
    private func endOfText(before end: Int) -> Int {
        var last = end
        while last > start {
            if bytes[last - 1] == .space {
                last -= 1
            } else if bytes[last - 1] == 0x8B, last - start >= 3, bytes.span.codePoint(at: last - 3).value == 0x200B {
                last -= 3
            } else {
                break
            }
        }
        return last
    }

    /// Where the character that no longer fits begins; inside it, when it alone is wider than the line.
    private func lastCharacterStart(before index: Int) -> Int {
        guard bytes[index] >= 0x80 else { return index }
        let length = bytes.span.codePoint(at: index).length
        let line = String(decoding: bytes[start..<index + length], as: UTF8.self)
        let characterStart = index + length - (line.last?.utf8.count ?? length)
        return characterStart > start ? characterStart : index
    }
}
