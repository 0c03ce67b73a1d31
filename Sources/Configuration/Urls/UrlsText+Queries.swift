// A query is identified by its first word, `query:NAME:FILTER`.
extension UrlsText {
    /// Adds a query that isn't there yet, at the end of the lines without a group.
    package mutating func addQuery(_ query: String) -> Bool {
        guard lines(of: query).isEmpty else { return false }
        insert([nil: [line(UrlsWord.written(query))]], in: [nil])
        return true
    }

    /// Replaces a query and keeps the words after it; false if it isn't there.
    package mutating func replaceQuery(_ old: String, with new: String) -> Bool {
        guard let index = lines(of: old).first, let word = words(index)?.first else { return false }
        let rest = lines[index][word.place.upperBound...]
        lines[index] = Array(lines[index][..<word.place.lowerBound]) + Array(UrlsWord.written(new).utf8) + Array(rest)
        return true
    }
}
