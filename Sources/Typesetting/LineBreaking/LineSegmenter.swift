/// Splits a text into segments, between which lines may break.
///
/// The rules are those of UAX #14 (of Unicode 16, which handles East Asian quotation marks better), tailored in
/// `LineBreakContext` where they don't suit narrow columns.
enum LineSegmenter {
    /// Passes the segments of UTF-8 text in order. A newline ends a line.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, _ body: (LineSegment) -> Void) {
        let table = LineBreakClass.table
        var context = LineBreakContext()
        var segment = LineSegment(start: 0, end: 0, next: 0, cells: 0, gap: 0, ending: .opportunity)
        var index = 0
        while index < bytes.count {
            if context.isInWord, isAlphanumeric(bytes[index]) {
                let end = endOfWord(in: bytes, from: index)
                segment.cells += end - index
                segment.end = end
                context.goOn(to: bytes[end - 1])
                index = end
                continue
            }
            let (codePoint, length) = bytes.codePoint(at: index)
            if context.isAfterIdeograph, 0x4E00..<0xA000 ~= codePoint {
                segment.close(at: index, .opportunity, body)
                segment.cells = 2
                index += length
                segment.end = index
                context.goOnToIdeograph()
                continue
            }
            let kind = LineBreakClass.of(codePoint, in: table)
            switch kind {
            case .lineEnd:
                segment.close(at: index + length, .forced, body)
                context = LineBreakContext()
            case .space:
                segment.gap += 1
                context.addSpace()
            case .zeroWidthSpace:
                context.add(kind, isWide: false, at: index)
            default:
                let cells = codePoint < 0x7F ? 1 : codePoint == 0xAD ? 0 : CellWidth.of(codePoint: codePoint)
                if isFixedSpace(codePoint) {
                    segment.gap += cells
                    context.addSpace()
                } else if context.attaches(kind) {
                    context.attach(kind)
                    segment.cells += cells
                    segment.end = index + length
                } else {
                    let mayBreak = context.allowsBreak(
                        before: kind, cells: cells, at: index, next: index + length, in: bytes)
                    if mayBreak, index > segment.start {
                        segment.close(at: index, context.isAfterSoftHyphen ? .softHyphen : .opportunity, body)
                    }
                    segment.cells += segment.gap + cells
                    segment.gap = 0
                    segment.end = index + length
                    context.add(kind, isWide: cells > 1, at: index)
                    context.isAfterSoftHyphen = codePoint == 0xAD
                }
            }
            index += length
        }
        if segment.start < bytes.count { segment.close(at: bytes.count, .forced, body) }
    }

    private static func isFixedSpace(_ codePoint: UInt32) -> Bool {
        guard codePoint >= 0x1680 else { return false }
        return 0x2000...0x200A ~= codePoint && codePoint != 0x2007 || codePoint == 0x3000 || codePoint == 0x205F
            || codePoint == 0x1680
    }

    @inline(__always)
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    @inline(__always)
    private static func endOfWord(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, isAlphanumeric(bytes[index]) { index += 1 }
        return index
    }
}

extension LineSegment {
    /// Passes the segment that ends here, and begins the next.
    @inline(__always)
    fileprivate mutating func close(at next: Int, _ ending: Ending, _ body: (LineSegment) -> Void) {
        self.next = next
        self.ending = ending
        body(self)
        self = LineSegment(start: next, end: next, next: next, cells: 0, gap: 0, ending: .opportunity)
    }
}
