/// The text of a urls file that is edited: what an edit does not mean stays as it is, byte for byte.
package struct UrlsText: Equatable, Sendable {
    /// Each with its end; the last may have none.
    var lines: [[UInt8]] = []
    /// The byte order mark, where the file begins with one.
    private let mark: ArraySlice<UInt8>
    private let newline: [UInt8]

    package init(_ bytes: [UInt8]) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        mark = bytes.prefix(hasMark ? 3 : 0)
        var rest = bytes.dropFirst(mark.count)
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            let end = min(line.endIndex + 1, rest.endIndex)
            lines.append(Array(rest[line.startIndex..<end]))
            rest = rest[end...]
        }
        let last = lines.last { $0.last == UInt8(ascii: "\n") }
        newline = Array((last?.suffix(2) == [13, 10] ? "\r\n" : "\n").utf8)
    }

    /// Whether lines can't even be told apart.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    package var bytes: [UInt8] { Array(mark) + lines.joined() }

    package var list: UrlsList { UrlsList(bytes) }

    /// A line of the text, with the end that lines have here.
    func line(_ text: String) -> [UInt8] { Array(text.utf8) + newline }

    mutating func endLastLine() {
        if let last = lines.last, last.last != UInt8(ascii: "\n") { lines[lines.count - 1] += newline }
    }

    mutating func reopenLastLine() {
        if let last = lines.last, last.suffix(newline.count) == newline[...] {
            lines[lines.count - 1] = Array(last.dropLast(newline.count))
        }
    }

    /// The addresses of a line, with what follows them; nil for lines of other kinds.
    func words(_ index: Int) -> [UrlsWord]? {
        if case .words(let words) = UrlsLine(content(index)) { words } else { nil }
    }

    /// Whether somebody wrote the feed or the query twice.
    package func namesTwice(_ url: String) -> Bool { lines(of: url).count > 1 }

    /// The lines that name the feed: one, unless somebody wrote it twice.
    func lines(of url: String) -> [Int] {
        lines.indices.filter { index in
            guard let word = words(index)?.first?.text else { return false }
            return Self.name(of: word) == url
        }
    }

    /// What the first word of a line names: the address of a feed, or a query.
    static func name(of word: String) -> String? {
        word.hasPrefix("query:") ? word : Address(inUrlsFile: word)?.url
    }

    /// The lines beneath a subscription that set something for it: up to the next one, or to where a group begins or ends.
    func settings(beneath index: Int) -> [(index: Int, key: String)] {
        var settings: [(index: Int, key: String)] = []
        for index in lines.indices[(index + 1)...] {
            switch UrlsLine(content(index)) {
            case .remark: break
            case .setting(let key, _): settings.append((index, key))
            case .group, .words: return settings
            }
        }
        return settings
    }

    /// Whether the last line has an end, or there is none.
    package var isEnded: Bool { lines.last?.last.map { $0 == UInt8(ascii: "\n") } ?? true }

    func content(_ index: Int) -> ArraySlice<UInt8> {
        let line = lines[index]
        return line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
    }
}
