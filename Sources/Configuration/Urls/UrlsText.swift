/// An editable urls file. Edits leave everything else unchanged, byte for byte.
package struct UrlsText: Equatable, Sendable {
    /// The lines with their ends; the last one may have none.
    var lines: [[UInt8]] = []
    /// The byte order mark, if the file has one.
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

    /// Whether the file is in UTF-16, so that even lines can't be recognised.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    package var bytes: [UInt8] { Array(mark) + lines.joined() }

    package var list: UrlsList { UrlsList(bytes) }

    /// Returns a line with the file's kind of line end.
    func line(_ text: String) -> [UInt8] { Array(text.utf8) + newline }

    mutating func endLastLine() {
        if let last = lines.last, last.last != UInt8(ascii: "\n") { lines[lines.count - 1] += newline }
    }

    mutating func reopenLastLine() {
        if let last = lines.last, last.suffix(newline.count) == newline[...] {
            lines[lines.count - 1] = Array(last.dropLast(newline.count))
        }
    }

    /// The words of a subscription's line; nil for other kinds of lines.
    func words(_ index: Int) -> [UrlsWord]? {
        if case .words(let words) = UrlsLine(content(index)) { words } else { nil }
    }

    /// Whether the file names the feed or query twice.
    package func namesTwice(_ url: String) -> Bool { lines(of: url).count > 1 }

    /// The lines that name the feed: usually one.
    func lines(of url: String) -> [Int] {
        lines.indices.filter { index in
            guard let word = words(index)?.first?.text else { return false }
            return name(of: word, at: index) == url
        }
    }

    /// Returns what a line with this first word names: a feed's URL, a query, or an account with its user.
    func name(of word: String, at index: Int) -> String? {
        if word.hasPrefix("query:") { return word }
        if let address = Address(inUrlsFile: word) { return address.url }
        guard word.hasPrefix(AccountName.beginning), let name = try? AccountName(word) else { return nil }
        return name.of(user(beneath: index))
    }

    /// The user whom the setting lines below an account name. Invalid ones don't count.
    private func user(beneath index: Int) -> String? {
        let option = FeedOption.ofServer(named: "user")
        var options = FeedOptions()
        for setting in settings(beneath: index) where setting.key == option?.name {
            if case .setting(_, let value) = UrlsLine(content(setting.index)) { try? option?.set(value, in: &options) }
        }
        return options.user
    }

    /// Returns the setting lines below a subscription, up to the next subscription or group line.
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

    /// Whether the last line has an end, or there is no line.
    package var isEnded: Bool { lines.last?.last.map { $0 == UInt8(ascii: "\n") } ?? true }

    func content(_ index: Int) -> ArraySlice<UInt8> {
        let line = lines[index]
        return line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
    }
}
