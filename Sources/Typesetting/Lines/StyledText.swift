/// A paragraph's text in one clean buffer, with its styles, ready for breaking into lines.
struct StyledText {
    /// A part of the text in one style.
    struct Part {
        var end: Int
        let style: Style
        let link: Int?
    }

    /// UTF-8 with newlines as forced breaks. No-break spaces, break hints and soft hyphens keep their meaning.
    private(set) var bytes: [UInt8] = []
    private var parts: [Part] = []
    private var stops = TabStops()

    mutating func removeAll() {
        stops = TabStops()
        bytes.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
    }

    mutating func append(_ text: String, style: Style = [], link: Int? = nil) {
        CleanText.appendProse(text.utf8.span, to: &bytes)
        endPart(style: style, link: link)
    }

    /// Appends text with all its spaces. Tabs are expanded to stops of eight columns.
    mutating func appendVerbatim(_ text: String, style: Style, link: Int? = nil) {
        CleanText.appendBlock(text.utf8.span, to: &bytes, stops: &stops)
        endPart(style: style, link: link)
    }

    mutating func breakLine() {
        guard !bytes.isEmpty else { return }
        bytes.append(.newline)
        endPart(style: [], link: nil)
    }

    /// Removes and returns everything from this byte on.
    mutating func takeTail(from start: Int) -> [(text: String, style: Style, link: Int?)] {
        var tail: [(text: String, style: Style, link: Int?)] = []
        while let part = parts.last, part.end > start {
            parts.removeLast()
            let partStart = max(start, parts.last?.end ?? 0)
            tail.append((String(decoding: bytes[partStart..<part.end], as: UTF8.self), part.style, part.link))
            if partStart == start, start > parts.last?.end ?? 0 {
                parts.append(Part(end: start, style: part.style, link: part.link))
            }
        }
        bytes.removeLast(bytes.count - start)
        return tail.reversed()
    }

    /// Replaces each wide character by a sign of one cell, for a line that is one cell wide.
    mutating func replaceWideCharacters() {
        let old = self
        self = StyledText()
        var start = 0
        for part in old.parts {
            for scalar in String(decoding: old.bytes[start..<part.end], as: UTF8.self).unicodeScalars {
                let isWide = CellWidth.of(codePoint: scalar.value) > 1
                bytes.append(contentsOf: UTF8.encode(isWide ? "\u{FFFD}" : scalar) ?? .init())
            }
            endPart(style: part.style, link: part.link)
            start = part.end
        }
    }

    private mutating func endPart(style: Style, link: Int?) {
        guard bytes.count > parts.last?.end ?? 0 else { return }
        if let last = parts.last, last.style == style, last.link == link {
            parts[parts.count - 1].end = bytes.count
        } else {
            parts.append(Part(end: bytes.count, style: style, link: link))
        }
    }
}

// The contents of a line.
extension StyledText {
    /// Returns the runs of a line. `part` carries over from line to line.
    func runs(of line: LineBreaker.Line, part: inout Int) -> [Run] {
        var runs: [Run] = []
        var start = line.range.lowerBound
        while part < parts.count, parts[part].end <= start { part += 1 }
        while start < line.range.upperBound, part < parts.count {
            let end = min(parts[part].end, line.range.upperBound)
            let text = shown(start..<end)
            if !text.isEmpty { runs.append(Run(text: text, style: parts[part].style, link: parts[part].link)) }
            start = end
            if parts[part].end <= start { part += 1 }
        }
        if line.endsInHyphen, let last = runs.last {
            runs.append(Run(text: TextSearch.hyphen, style: last.style.union(.drawn), link: last.link))
        }
        return runs
    }

    /// The text as one line; nil if it contains a break.
    var singleLine: Line? {
        guard bytes.last != .space, !bytes.contains(.newline) else { return nil }
        var part = 0
        return Line(runs: runs(of: LineBreaker.Line(range: 0..<bytes.count), part: &part))
    }

    /// Returns a part for the terminal, without no-break spaces and break hints, which have done their work.
    private func shown(_ range: Range<Int>) -> String {
        let text = bytes.span
        var shown: [UInt8] = []
        var copied = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            guard text[index] == 0xC2 || text[index] == 0xE2 else {
                index += 1
                continue
            }
            let (codePoint, length) = text.codePoint(at: index)
            if codePoint == 0xA0 || codePoint == 0xAD || codePoint == 0x200B || codePoint == 0x2060 {
                shown.append(contentsOf: bytes[copied..<index])
                if codePoint == 0xA0 { shown.append(.space) }
                copied = index + length
            }
            index += length
        }
        if copied == range.lowerBound { return String(decoding: bytes[range], as: UTF8.self) }
        shown.append(contentsOf: bytes[copied..<range.upperBound])
        return String(decoding: shown, as: UTF8.self)
    }
}

/// The direction of a text, which is that of its first letter (Unicode's UAX #9, rules P2 and P3).
enum Direction {
    case leftToRight
    case rightToLeft

    init(of text: [UInt8]) {
        self = .leftToRight
        var index = 0
        let text = text.span
        while index < text.count {
            let (codePoint, length) = text.codePoint(at: index)
            index += length
            guard let scalar = Unicode.Scalar(codePoint), scalar.properties.isAlphabetic else { continue }
            if Self.rightToLeftScripts.contains(where: { $0.contains(codePoint) }) { self = .rightToLeft }
            return
        }
    }

    /// Hebrew, Arabic, Syriac, Thaana, N’Ko and neighbours, their presentation forms, and the ranges of the second
    /// plane reserved for this direction.
    private static let rightToLeftScripts: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF
    ]
}
