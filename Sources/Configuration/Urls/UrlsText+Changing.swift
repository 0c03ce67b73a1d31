// Each returns whether the file names the feed.
extension UrlsText {
    /// Gives a feed a title, or takes away that which it has.
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
                // In quotation marks where the old one was, so that taking it back leaves no trace.
                let isBare = content(index)[word.place].first == mark && new.utf8.first != mark
                replace(word.place, of: index, with: isBare ? "\"\(new)\"" : new)
            } else {
                insert(title, behind: address, in: index)
            }
        }
        return !indices.isEmpty
    }

    /// The line that names a feed, for `exchange`; nil where there is none.
    package func line(naming url: String) -> String? {
        lines(of: url).first.map { String(decoding: content($0), as: UTF8.self) }
    }

    /// Puts a line in the place of the one that names a feed, where that is `old` and both name it; returned is whether
    /// they do.
    package mutating func exchange(_ old: String, for new: String, naming url: String) -> Bool {
        let text = UrlsText(Array(new.utf8))
        guard let index = lines(of: url).first, content(index).elementsEqual(old.utf8), text.lines.count == 1,
            text.lines(of: url) == [0]
        else { return false }
        lines[index].replaceSubrange(content(index).indices, with: Array(new.utf8))
        return true
    }

    /// Gives a feed these tags in place of those that its line has.
    package mutating func retag(_ url: String, _ tags: [String]) -> Bool {
        var missing = Self.tags(tags)
        let indices = lines(of: url)
        for index in indices {
            for word in (words(index) ?? []).dropFirst().reversed() where !"~!".contains(word.text.first ?? "~") {
                if let known = missing.firstIndex(of: word.text) {
                    missing.remove(at: known)
                } else {
                    remove(word, from: index)
                }
            }
        }
        if let index = indices.first {
            for tag in missing { if let last = words(index)?.last { insert(tag, behind: last, in: index) } }
        }
        return !indices.isEmpty
    }

    /// Gives a feed that has moved its new address; not one that another line has already.
    package mutating func changeAddress(of url: String, to address: Address) -> Bool {
        guard lines(of: address.url).isEmpty else { return false }
        let indices = lines(of: url)
        for index in indices {
            if let word = words(index)?.first { replace(word.place, of: index, with: UrlsWord.quoted(address.url)) }
        }
        return !indices.isEmpty
    }

    /// Sets something for a feed, or takes away what was set.
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
        // A word whose quotation marks are left open would take in what follows.
        let isOpen = Self.isLeftOpen(lines[index][word.place])
        let place = isOpen ? word.place : word.place.upperBound..<word.place.upperBound
        replace(place, of: index, with: (isOpen ? UrlsWord.written(word.text) : "") + " " + UrlsWord.quoted(text))
    }

    /// Takes out a word, with the blanks before it.
    private mutating func remove(_ word: UrlsWord, from index: Int) {
        let line = content(index)
        let blanks = line[..<word.place.lowerBound].reversed().prefix { $0.isBlank }.count
        // Another word may follow at once where this one ends in a quotation mark.
        let isLast = line[word.place.upperBound...].first?.isBlank != false
        lines[index].removeSubrange((word.place.lowerBound - (isLast ? blanks : 0))..<word.place.upperBound)
    }

    /// Puts words in the place of some bytes of a line.
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
