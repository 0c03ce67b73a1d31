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
