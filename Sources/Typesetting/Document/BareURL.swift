import System
import URLs

/// A URL that is written out in a text, and becomes a link.
struct BareURL {
    let range: Range<Int>
    let target: String

    /// Longer ones are no URLs that people write out.
    private static let longest = 4 << 10

    /// The first one in a part of a text; nil if there is none.
    init?(in text: Span<UInt8>, _ part: Range<Int>) {
        var index = part.lowerBound
        while index < part.upperBound {
            guard let (start, host) = Self.beginning(at: index, in: text, part) else {
                index += 1
                continue
            }
            let end = Self.end(from: host, to: part.upperBound, in: text)
            if end - start <= Self.longest, let target = Self.target(text, start, host, end) {
                (range, self.target) = (start..<end, target)
                return
            }
            index = max(host, end)
        }
        return nil
    }

    /// The start of the URL whose colon or first letter is at an index, and that of its host; nil if none is.
    private static func beginning(at index: Int, in text: Span<UInt8>, _ part: Range<Int>) -> (start: Int, host: Int)? {
        switch text[index] {
        case UInt8(ascii: ":"):
            guard has("://", at: index, in: text, part) else { return nil }
            let start = [index - 5, index - 4].first { has("http", at: $0, in: text, part) }
            guard let start, start == index - 4 || text[index - 1] | 0x20 == UInt8(ascii: "s") else { return nil }
            return isWordStart(start, in: text, part) ? (start, index + 3) : nil
        case UInt8(ascii: "w"), UInt8(ascii: "W"):
            return has("www.", at: index, in: text, part) && isWordStart(index, in: text, part)
                ? (index, index + 4) : nil
        default: return nil
        }
    }

    private static func has(_ word: StaticString, at start: Int, in text: Span<UInt8>, _ part: Range<Int>) -> Bool {
        guard start >= part.lowerBound, start + word.utf8CodeUnitCount <= part.upperBound else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { text[start + $0].lowercased == word.utf8Start[$0] }
    }

    /// Whether no letter or digit is right before. Words in other scripts may be, since some don't use spaces.
    private static func isWordStart(_ index: Int, in text: Span<UInt8>, _ part: Range<Int>) -> Bool {
        guard index > part.lowerBound else { return true }
        let previous = text[index - 1]
        return !previous.isLetter && !previous.isDigit && !"/.-_@".utf8.contains(previous)
    }

    /// Where the URL ends: before a space, a quotation mark or a bracket that it didn't open, and without the
    /// punctuation of the sentence around it.
    private static func end(from host: Int, to limit: Int, in text: Span<UInt8>) -> Int {
        var openBrackets: [UInt8] = []
        var end = host
        scan: while end < limit {
            let (codePoint, length) = text.codePoint(at: end)
            switch text[end] {
            case ...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"):
                break scan
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openBrackets.append(text[end])
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                // “(” and “)” follow each other in ASCII; between the others is one character.
                guard let open = openBrackets.last, text[end] &- open <= 2 else { break scan }
                openBrackets.removeLast()
            case 0x80...:
                guard case .visible = CharacterKind(codePoint), !isPunctuation(codePoint) else { break scan }
            default: break
            }
            end += length
        }
        while end > host, ".,:;!?'*([{".utf8.contains(text[end - 1]) { end -= 1 }
        return end
    }

    /// Whether a character of other scripts ends or encloses sentences: quotation marks, dashes, brackets, full stops.
    private static func isPunctuation(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0xAB, 0xBB, 0x60C, 0x61B, 0x61F, 0x964, 0x2010...0x205E, 0x3001...0x3003, 0x3008...0x301F, 0xFF01...0xFF0F,
            0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65:
            true
        default: false
        }
    }

    private static func target(_ text: Span<UInt8>, _ start: Int, _ host: Int, _ end: Int) -> String? {
        guard host < end else { return nil }
        var written = ""
        text.extracting(start..<end).withUnsafeBufferPointer { written = String(decoding: $0, as: UTF8.self) }
        if text[host - 1] == UInt8(ascii: ".") {
            guard written.dropFirst(4).contains(".") else { return nil }
            written = "http://" + written
        }
        guard let url = WebURL(written), url.host?.isEmpty == false else { return nil }
        return LinkBase(nil).target(of: written)
    }
}
