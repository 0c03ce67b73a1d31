import Configuration
import Glibc
import Spelling
import Terminal
import ViewModels

/// What regular expressions of the config file find on the screen, and how that looks.
struct Highlights: Equatable {
    private var rules: [(place: Place?, pattern: HighlightPattern, style: CellStyle)] = []

    static func == (one: Highlights, other: Highlights) -> Bool {
        one.rules.elementsEqual(other.rules) {
            $0.place == $1.place && $0.pattern.source == $1.pattern.source && $0.style == $1.style
        }
    }

    /// Takes a line such as `highlight articlelist "swift|rust" yellow default bold`.
    mutating func take(_ line: ConfigLine) throws(ConfigProblem) {
        let (name, source) = (line.words[1], line.words[2])
        let style = try CellStyle(line.words[3...])
        let place = name.text == "feeds" ? .feeds : Place(rawValue: name.text)
        guard place != nil || name.text == "all" else {
            let hint = NearestName.hint(for: name.text, among: ["feedlist", "articlelist", "article", "all"])
            throw ConfigProblem(at: name.place, "there is no place “\(name.text)”\(hint)")
        }
        do throws(HighlightPattern.Failure) {
            rules.append((place, try HighlightPattern(source.text), style))
        } catch {
            throw ConfigProblem(at: source.place, "“\(source.text)” is no regular expression: \(error.reason)")
        }
    }

    /// What is found in a text of a place; where two rules find the same, the later one is drawn last.
    func matches(in text: String, at place: Place) -> [(range: Range<String.Index>, style: CellStyle)] {
        rules.filter { $0.place == nil || $0.place == place }.flatMap { rule in
            rule.pattern.ranges(in: text).map { ($0, rule.style) }
        }
    }
}

/// An extended regular expression (POSIX) that takes no account of case; a class because it owns what glibc makes of it.
final class HighlightPattern {
    struct Failure: Error {
        let reason: String
    }

    let source: String
    private var compiled = regex_t()

    /// Time that some patterns take grows with the square of a text, and no row is this long.
    private static let (longestText, mostMatches) = (1000, 50)

    init(_ source: String) throws(Failure) {
        self.source = source
        guard source.utf8.count <= Self.longestText else { throw Failure(reason: "it is too long") }
        let status = regcomp(&compiled, source, REG_EXTENDED | REG_ICASE)
        guard status == 0 else {
            var words = [CChar](repeating: 0, count: 128)
            regerror(status, nil, &words, words.count)
            throw Failure(
                reason: String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
    }

    isolated deinit { regfree(&compiled) }

    func ranges(in text: String) -> [Range<String.Index>] {
        guard text.utf8.count <= Self.longestText else { return [] }
        let bytes = Array(text.utf8CString)
        var ranges: [Range<String.Index>] = []
        var start = 0
        while start < bytes.count - 1, ranges.count < Self.mostMatches {
            var match = regmatch_t()
            let flags = start > 0 ? REG_NOTBOL : 0
            let status = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { regexec(&compiled, $0 + start, 1, &match, flags) }
            }
            guard status == 0 else { break }
            let (from, to) = (start + Int(match.rm_so), start + Int(match.rm_eo))
            if to > from, let range = Self.range(from..<to, in: text) { ranges.append(range) }
            start = max(to, start + 1)
        }
        return ranges
    }

    /// Whole characters alone can be drawn.
    private static func range(_ bytes: Range<Int>, in text: String) -> Range<String.Index>? {
        let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
        let end = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
        guard let first = start.samePosition(in: text), let last = end.samePosition(in: text) else { return nil }
        return first..<last
    }
}
