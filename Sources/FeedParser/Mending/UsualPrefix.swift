/// The prefixes that everybody writes for the same namespace, also those who forget to declare it.
enum UsualPrefix {
    /// A URI for a prefix that the document does not declare; for one that nobody knows it is one without a meaning.
    static func uri(of prefix: String) -> String {
        let vocabulary = Vocabulary.all.first { $0.prefix == prefix.lowercased() }
        return vocabulary?.uris.first ?? "urn:undeclared:" + prefix
    }
}
