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
