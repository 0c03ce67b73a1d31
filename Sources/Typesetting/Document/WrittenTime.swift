package import System

/// A time of a recording that is written out in a text about it: at the beginning of a line, or alone in brackets.
struct WrittenTime {
    let time: PlayingTime
    /// Without brackets.
    let range: Range<Int>

    /// More signs before the time are no bullet.
    private static let mostSigns = 16
    /// What follows times of day.
    private static let daytime: Set = [
        "am", "pm", "uhr", "utc", "gmt", "cet", "cest", "est", "edt", "pst", "pdt", "et", "pt"
    ]

    /// The first one in a part of a text; nil if there is none.
    init?(in text: [UInt8], _ part: Range<Int>, atLineStart isAtLineStart: Bool) {
        if isAtLineStart, let first = WrittenTime(beginning: text[part]) {
            self = first
            return
        }
        for index in part where text[index] == UInt8(ascii: "(") || text[index] == UInt8(ascii: "[") {
            guard let read = PlayingTime.read(text[(index + 1)..<part.upperBound]), read.isUsual,
                read.end < part.upperBound, text[read.end] == text[index] + (text[index] == UInt8(ascii: "(") ? 1 : 2)
            else { continue }
            (time, range) = (read.time, (index + 1)..<read.end)
            return
        }
        return nil
    }

    /// The time with which a line begins, after a bullet or bracket, unless it is a time of day.
    init?(beginning line: ArraySlice<UInt8>) {
        let rest = line.dropFirst(Self.signs(in: line.span))
        guard let read = PlayingTime.read(rest), read.isUsual else { return nil }
        let after = line[read.end...]
        if let next = after.first {
            let goesOn = next == UInt8(ascii: ":") && after.dropFirst().first?.isDigit == true
            guard !next.isLetter, !next.isDigit, !goesOn else { return nil }
        }
        let word = after.drop { $0 == .space }.prefix { $0.isLetter || $0 == UInt8(ascii: ".") }.prefix(8)
        guard !Self.daytime.contains(String(decoding: word, as: UTF8.self).lowercased().filter { $0 != "." }) else {
            return nil
        }
        (time, range) = (read.time, rest.startIndex..<read.end)
    }

    /// The length of the spaces, bullets, brackets and pictures before the first letter or digit.
    private static func signs(in line: Span<UInt8>) -> Int {
        var index = 0
        while index < min(line.count, mostSigns), !line[index].isLetter, !line[index].isDigit {
            let (codePoint, length) = line.codePoint(at: index)
            switch codePoint {
            case ..<0x80, 0xA0, 0xB7, 0x2010...0x2BFF, 0x3008...0x3011, 0xFE0F, 0x1F000...0x1FAFF: index += length
            default: return index
            }
        }
        return index
    }
}

extension Document {
    /// The times with which lines of the text begin, each with the rest of its line: chapters, if there are several.
    package var timedLines: [(time: PlayingTime, words: String)] {
        plainText.split(separator: "\n").compactMap { line in
            let bytes = Array(line.utf8)
            guard let written = WrittenTime(beginning: bytes[...]) else { return nil }
            var rest = Substring(line.utf8.dropFirst(written.range.upperBound)).drop { $0.isBetweenWords }
            // “12:34 – 15:00 Birds”
            if let end = PlayingTime.read(rest.utf8), end.isUsual { rest = rest[end.end...].drop { $0.isBetweenWords } }
            return rest.isEmpty ? nil : (written.time, String(rest))
        }
    }
}

extension Character {
    fileprivate var isBetweenWords: Bool { " \u{A0})]-–—:|.,·•".contains(self) }
}
