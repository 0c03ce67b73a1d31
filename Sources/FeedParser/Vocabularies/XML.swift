extension Vocabulary {
    /// XML's own attributes, such as `xml:lang`.
    static let xml = Vocabulary(uris: ["http://www.w3.org/XML/1998/namespace"], prefix: "xml")
}
