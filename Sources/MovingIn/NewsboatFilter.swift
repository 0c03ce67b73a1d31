package import Configuration

/// A filter as newsboat reads it: from left to right, with no precedence between `and` and `or`.
package struct NewsboatFilter {
    private let scalars: [Unicode.Scalar]
    private var insertions: [(place: Int, mark: Unicode.Scalar)] = []

    /// The filter with parentheses that keep newsboat's meaning, because in lede `and` binds closer than `or`. Nil if
    /// it needs none.
    package static func parenthesised(_ text: String) -> String? {
        var filter = NewsboatFilter(text)
        filter.addParentheses()
        return filter.insertions.isEmpty ? nil : filter.text
    }

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var text: String {
        var text = String.UnicodeScalarView()
        var next = 0
        // Several insertions at one position keep their order: later ones enclose earlier ones.
        let sorted = insertions.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
        for (_, insertion) in sorted {
            text.append(contentsOf: scalars[next..<insertion.place])
            text.append(insertion.mark)
            next = insertion.place
        }
        text.append(contentsOf: scalars[next...])
        return String(text)
    }

    /// The text between two parentheses.
    private struct Level {
        var start: Int?
        var end = 0
        var hasOr = false

        mutating func include(_ place: Range<Int>) {
            start = start ?? place.lowerBound
            end = place.upperBound
        }
    }

    private mutating func addParentheses() {
        var levels = [Level()]
        var position = 0
        while let place = nextToken(from: position) {
            position = place.upperBound
            let level = levels.count - 1
            switch String(String.UnicodeScalarView(scalars[place])).lowercased() {
            case "(":
                levels[level].include(place)
                levels.append(Level())
            case ")":
                if level > 0 { levels.removeLast() }
                levels[levels.count - 1].include(place)
            case "or": levels[level].hasOr = true
            case "and":
                guard levels[level].hasOr, let start = levels[level].start else { continue }
                insertions += [(start, "("), (levels[level].end, ")")]
                levels[level].hasOr = false
            default: levels[level].include(place)
            }
        }
    }

    /// The next word, string or parenthesis.
    private func nextToken(from position: Int) -> Range<Int>? {
        guard let start = scalars[position...].firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        switch scalars[start] {
        case "(", ")": return start..<start + 1
        case "\"":
            var end = start + 1
            while end < scalars.count, scalars[end] != "\"" { end += scalars[end] == "\\" ? 2 : 1 }
            return start..<min(end + 1, scalars.count)
        default:
            let end = scalars[start...].firstIndex { $0.properties.isWhitespace || "()\"".unicodeScalars.contains($0) }
            return start..<(end ?? scalars.count)
        }
    }
}

extension ConfigLine {
    /// The line with parentheses in its filters that keep newsboat's meaning; nil if it needs none.
    var withParentheses: String? {
        if name == "ignore-article" { return ignoringWithParentheses }
        let places = filterPlaces.filter { NewsboatFilter.parenthesised(words[$0].text) != nil }
        if places.isEmpty { return nil }
        return words.enumerated().map { place, word in
            if places.contains(place) {
                return ConfigWord.quoted(NewsboatFilter.parenthesised(word.text) ?? word.text)
            }
            // A semicolon separates operations only without quotation marks.
            return word.isQuoted || word.text.contains("`") ? ConfigWord.quoted(word.text) : word.text
        }.joined(separator: " ")
    }

    /// The line's filters in newsboat's language, with their positions.
    fileprivate var newsboatFilters: [(text: String, place: ConfigPlace)] {
        if name == "ignore-article" {
            return ignoring.map { [($0.words[1].text, words[1].place)] } ?? []
        }
        return filterPlaces.map { (words[$0].text, words[$0].place) }
    }

    private var filterPlaces: [Int] {
        switch name {
        case "define-filter": Array(words.indices.dropFirst(2).prefix(1))
        case "highlight-article", "highlight-feed": Array(words.indices.dropFirst().prefix(1))
        case "macro", "bind": words.indices.dropFirst(3).filter { words[$0 - 1].text == "set-filter" }
        default: []
        }
    }

    /// The feed and the filter to ignore, which lede reads as one word.
    private var ignoring: ConfigLine? {
        guard words.count == 2, let line = try? ConfigLine(typed: words[1].text) else { return nil }
        return line.words.count == 2 ? line : nil
    }

    private var ignoringWithParentheses: String? {
        guard let words = ignoring?.words, let filter = NewsboatFilter.parenthesised(words[1].text) else { return nil }
        return "\(name) \(ConfigWord.quoted(words[0].text)) \(ConfigWord.quoted(filter))"
    }
}

extension UrlsText {
    /// Adds parentheses to filters of queries to keep newsboat's meaning. Returns the names of these queries.
    package mutating func parenthesiseQueries() -> [String] {
        var names: [String] = []
        for query in list.queries {
            guard let filter = NewsboatFilter.parenthesised(query.expression) else { continue }
            let start = "query:\(query.name):"
            // The file may have several colons before the filter, which count as one.
            let old = lines.indices.compactMap { words($0)?.first?.text }.first { word in
                word.hasPrefix(start) && word.hasSuffix(query.expression)
            }
            if let old, replaceQuery(old, with: start + filter) { names.append(query.name) }
        }
        return names
    }
}

extension Config {
    /// Notes about filters that mean something else in newsboat.
    package var filterNotes: [ConfigProblem] {
        let lines = lines(
            named: "define-filter", "highlight-article", "highlight-feed", "ignore-article", "macro", "bind")
        return lines.flatMap(\.newsboatFilters).flatMap { text, place in
            NewsboatFilter.notes(on: text).map { ConfigProblem(at: place, $0) }
        }
    }
}

extension UrlsList {
    /// Notes about such filters of queries.
    package func filterNotes(in path: String) -> [ConfigProblem] {
        queries.flatMap { query in
            NewsboatFilter.notes(on: query.expression).map { note in
                ConfigProblem(at: ConfigPlace(path: path, line: query.line, column: query.column), note)
            }
        }
    }
}

extension NewsboatFilter {
    fileprivate static func notes(on filter: String) -> [String] {
        var notes =
            parenthesised(filter).map { other in
                ["lede reads “and” before “or”, but newsboat reads this filter as \(other): add parentheses"]
            } ?? []
        if filter.contains(#/author\s*(=|!=|==|=~|!~)\s*("[^"]*|[^"\s]*)[@<>]/#) {
            notes.append("lede keeps authors' names without their emails, so a condition on an email never holds")
        }
        if filter.contains(#/flags\s*(=|!=|=~|!~|#|!#)\s*"[A-Za-z]{2,}"/#) {
            notes.append("each flag became a tag of its own: ask for each, as in flags # \"a\" and flags # \"b\"")
        }
        if filter.contains("date =~") || filter.contains("date !~") {
            notes.append("lede compares dates in the form 2026-11-25T18:30:00Z, and not as newsboat shows them")
        }
        return notes
    }
}
