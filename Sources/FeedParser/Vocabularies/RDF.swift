extension Vocabulary {
    /// RDF's attributes, such as `rdf:about`.
    static let rdf = Vocabulary(uris: ["http://www.w3.org/1999/02/22-rdf-syntax-ns#"], prefix: "rdf")
}
