/// Cuts a segment that is longer than a line: preferably after signs in URLs, otherwise where the line is full. It cuts
/// only between clusters and leaves no single cell.
struct WordCutter {
    private(set) var start: Int
    let end: Int
    /// The cells of the rest.
    private(set) var cells: Int
    /// Whether a space is the best position for a cut.
    private let isCode: Bool

    init(start: Int, end: Int, cells: Int, isCode: Bool = false) {
        self.start = start
        self.end = end
        self.cells = cells
        self.isCode = isCode
    }

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
