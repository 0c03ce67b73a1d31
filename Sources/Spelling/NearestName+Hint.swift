extension NearestName {
    /// “: did you mean “browser”?”, or an empty text if no name is similar.
    package static func hint(for word: String, among names: some Sequence<String>) -> String {
        of(word, among: names).map { ": did you mean “\($0)”?" } ?? ""
    }
}
