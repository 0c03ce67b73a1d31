extension ArraySlice<UInt8> {
    /// Whether it begins with a word, given in lower case, in any case.
    func startsIgnoringCase(with word: String) -> Bool {
        starts(with: word.utf8) { $0.lowercased == $1 }
    }

    /// Returns the index after the first occurrence of a word, given in lower case.
    func index(after word: String) -> Index? {
        var at = startIndex
        while let start = self[at...].firstIndex(where: { $0.lowercased == word.utf8.first }) {
            if self[start...].startsIgnoringCase(with: word) { return start + word.utf8.count }
            at = start + 1
        }
        return nil
    }
}
