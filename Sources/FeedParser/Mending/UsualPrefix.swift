/// The usual prefixes of namespaces, for documents that don't declare them.
enum UsualPrefix {
    /// Returns a URI for an undeclared prefix; a meaningless one for unknown prefixes.
    static func uri(of prefix: String) -> String {
        let vocabulary = Vocabulary.all.first { $0.prefix == prefix.lowercased() }
        return vocabulary?.uris.first ?? "urn:undeclared:" + prefix
    }
}
