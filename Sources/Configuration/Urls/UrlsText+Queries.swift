// A query is named by the whole of its first word, `query:NAME:FILTER`.
extension UrlsText {
    /// Adds a query that is not there yet, at the end of what stands in no group.
    package mutating func addQuery(_ query: String) -> Bool {
        guard lines(of: query).isEmpty else { return false }
        insert([nil: [line(UrlsWord.written(query))]], in: [nil])
        return true
    }

    /// Puts a query in the place of another; what stands behind it stays. False where that is not there.
    package mutating func replaceQuery(_ old: String, with new: String) -> Bool {
        guard let index = lines(of: old).first, let word = words(index)?.first else { return false }
        let rest = lines[index][word.place.upperBound...]
        lines[index] = Array(lines[index][..<word.place.lowerBound]) + Array(UrlsWord.written(new).utf8) + Array(rest)
        return true
    }
}
