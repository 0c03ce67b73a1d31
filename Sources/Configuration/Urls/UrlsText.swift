/// An editable urls file. Edits leave everything else unchanged, byte for byte.
package struct UrlsText: Equatable, Sendable {
    /// The lines with their ends; the last one may have none.
    package var lines: [[UInt8]] = []
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
    package func words(_ index: Int) -> [UrlsWord]? {
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

// Each function returns whether the file has the feed.
extension UrlsText {
    /// Sets or removes a feed's title.
    package mutating func rename(_ url: String, to title: String?) -> Bool {
        let title = title.flatMap(Self.title)
        let indices = lines(of: url)
        for index in indices {
            let words = words(index) ?? []
            let titles = words.dropFirst().filter { $0.text.hasPrefix("~") }
            let isFirst = index == indices.first
            for word in titles.reversed() where !isFirst || title == nil || word != titles.first {
                remove(word, from: index)
            }
            guard isFirst, let title, let address = words.first else { continue }
            if let word = titles.first {
                let (mark, new) = (UInt8(ascii: "\""), UrlsWord.quoted(title))
                // In quotation marks like the old word, so that undoing restores the line exactly.
                let isBare = content(index)[word.place].first == mark && new.utf8.first != mark
                replace(word.place, of: index, with: isBare ? "\"\(new)\"" : new)
            } else {
                insert(title, behind: address, in: index)
            }
        }
        return !indices.isEmpty
    }

    /// Returns a feed's line, for `exchange`; nil if there is none.
    package func line(naming url: String) -> String? {
        lines(of: url).first.map { String(decoding: content($0), as: UTF8.self) }
    }

    /// Replaces a feed's line if it is `old` and both lines name the feed. Returns whether it did.
    package mutating func exchange(_ old: String, for new: String, naming url: String) -> Bool {
        let text = UrlsText(Array(new.utf8))
        guard let index = lines(of: url).first, content(index).elementsEqual(old.utf8), text.lines.count == 1,
            text.lines(of: url) == [0]
        else { return false }
        lines[index].replaceSubrange(content(index).indices, with: Array(new.utf8))
        return true
    }

    /// Gives a feed these tags, in this order.
    package mutating func retag(_ url: String, _ tags: [String]) -> Bool {
        var missing = Self.tags(tags)[...]
        let indices = lines(of: url)
        for index in indices {
            var misplaced: [UrlsWord] = []
            for word in (words(index) ?? []).dropFirst() where !"~!".contains(word.text.first ?? "~") {
                if index == indices.first, word.text == missing.first {
                    missing.removeFirst()
                } else {
                    misplaced.append(word)
                }
            }
            for word in misplaced.reversed() { remove(word, from: index) }
        }
        if let index = indices.first {
            for tag in missing { if let last = words(index)?.last { insert(tag, behind: last, in: index) } }
        }
        return !indices.isEmpty
    }

    /// Gives a group another path, with the groups inside it, and a tag of this name another name; returns whether the file has
    /// one of them.
    package mutating func rename(group path: String, to name: String) -> Bool {
        var isFound = false
        for index in lines.indices {
            switch UrlsLine(content(index)) {
            case .group(let other):
                let other = FeedGroup(path: other)?.path ?? ""
                guard other == path || other.hasPrefix(path + "/") else { continue }
                let new = Self.value(name + other.dropFirst(path.count))
                lines[index].replaceSubrange(content(index).indices, with: Array("#: group \(new)".utf8))
            case .words(let words):
                guard let tag = words.dropFirst().first(where: { $0.text == path }) else { continue }
                replace(tag.place, of: index, with: UrlsWord.quoted(name))
            case .remark, .setting: continue
            }
            isFound = true
        }
        return isFound
    }

    /// Gives a moved feed its new URL, unless another line has it.
    package mutating func changeAddress(of url: String, to address: Address) -> Bool {
        guard lines(of: address.url).isEmpty else { return false }
        let indices = lines(of: url)
        for index in indices {
            if let word = words(index)?.first { replace(word.place, of: index, with: UrlsWord.quoted(address.url)) }
        }
        return !indices.isEmpty
    }

    /// Sets or removes an option of a feed.
    package mutating func set(_ option: FeedOption, to value: String?, of url: String) throws(FeedOption.Refusal)
        -> Bool
    {
        if let value {
            var options = FeedOptions()
            try option.set(value, in: &options)
        }
        guard let index = lines(of: url).first else { return false }
        let settings = settings(beneath: index)
        let same = settings.filter { $0.key == option.name }
        guard let value else {
            for setting in same.reversed() { lines.remove(at: setting.index) }
            return true
        }
        let text = "#: \(option.name) \(Self.value(value))"
        if let last = same.last {
            lines[last.index].replaceSubrange(..<content(last.index).endIndex, with: Array(text.utf8))
        } else {
            let place = (settings.last?.index ?? index) + 1
            if place == lines.count { endLastLine() }
            lines.insert(line(text), at: place)
        }
        return true
    }

    private mutating func insert(_ text: String, behind word: UrlsWord, in index: Int) {
        // A word with an open quotation mark would swallow what follows.
        let isOpen = Self.isLeftOpen(lines[index][word.place])
        let place = isOpen ? word.place : word.place.upperBound..<word.place.upperBound
        replace(place, of: index, with: (isOpen ? UrlsWord.written(word.text) : "") + " " + UrlsWord.quoted(text))
    }

    /// Removes a word and the blanks before it.
    private mutating func remove(_ word: UrlsWord, from index: Int) {
        let line = content(index)
        let blanks = line[..<word.place.lowerBound].reversed().prefix { $0.isBlank }.count
        // Another word may follow a closing quotation mark directly.
        let isLast = line[word.place.upperBound...].first?.isBlank != false
        lines[index].removeSubrange((word.place.lowerBound - (isLast ? blanks : 0))..<word.place.upperBound)
    }

    /// Replaces some bytes of a line with words.
    private mutating func replace(_ place: Range<Int>, of index: Int, with text: String) {
        let isFollowed = content(index)[place.upperBound...].first?.isBlank == false
        lines[index].replaceSubrange(place, with: Array((isFollowed ? text + " " : text).utf8))
    }

    private static func isLeftOpen(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.first == UInt8(ascii: "\"") else { return false }
        var isEscaped = false
        for byte in word.dropFirst() {
            if !isEscaped && byte == UInt8(ascii: "\"") { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return true
    }
}

// A query is identified by its first word, `query:NAME:FILTER`.
extension UrlsText {
    /// Adds a query that isn't there yet, at the end of the lines without a group.
    package mutating func addQuery(_ query: String) -> Bool {
        guard lines(of: query).isEmpty else { return false }
        insert([nil: [line(UrlsWord.written(query))]], in: [nil])
        return true
    }

    /// Gives queries the titles that follow them on their lines, which newsboat shows instead of the names.
    package mutating func nameQueriesByTitles() {
        for index in lines.indices {
            guard let words = words(index), let query = words.first, query.text.hasPrefix("query:"),
                let title = words.dropFirst().first(where: { $0.text.hasPrefix("~") }),
                let name = Self.name(String(title.text.dropFirst())), !name.contains(":")
            else { continue }
            let rest = query.text.dropFirst("query:".count).drop { $0 != ":" }
            let line = lines[index]
            lines[index] =
                Array(line[..<query.place.lowerBound]) + Array(UrlsWord.written("query:\(name)\(rest)").utf8)
                + Array(line[query.place.upperBound..<title.place.lowerBound].dropLast())
                + Array(line[title.place.upperBound...])
        }
    }

    /// Replaces a query and keeps the words after it; false if it isn't there.
    package mutating func replaceQuery(_ old: String, with new: String) -> Bool {
        guard let index = lines(of: old).first, let word = words(index)?.first else { return false }
        let rest = lines[index][word.place.upperBound...]
        lines[index] = Array(lines[index][..<word.place.lowerBound]) + Array(UrlsWord.written(new).utf8) + Array(rest)
        return true
    }
}
