extension NearestName {
    /// “: did you mean “browser”?”, or nothing where no name is near.
    package static func hint(for word: String, among names: some Sequence<String>) -> String {
        of(word, among: names).map { ": did you mean “\($0)”?" } ?? ""
    }
}
