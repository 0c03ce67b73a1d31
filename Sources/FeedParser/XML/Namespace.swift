/// The namespaces that mean something to us, known by their URIs and never by a prefix.
enum Namespace: Sendable {
    /// No namespace, where RSS 0.9x and 2.0 live; `backend.userland.com/rss2` means the same.
    case none
    case xml
    case xhtml
    case rdf
    case atom
    case atom03
    case content
    case dublinCore
    case dublinCoreTerms
    /// A namespace that we do not know, or a prefix that the document does not declare.
    case unknown

    init(uri: String) {
        self = Self.known[uri] ?? .unknown
    }

    private static let known: [String: Namespace] = [
        "": .none,
        "http://backend.userland.com/rss2": .none,
        "http://blogs.law.harvard.edu/tech/rss": .none,
        "http://purl.org/atom/ns#": .atom03,
        "http://purl.org/dc/elements/1.1/": .dublinCore,
        "http://purl.org/dc/terms/": .dublinCoreTerms,
        "http://purl.org/rss/1.0/modules/content/": .content,
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
        "http://www.w3.org/1999/xhtml": .xhtml,
        "http://www.w3.org/2005/Atom": .atom,
        "http://www.w3.org/XML/1998/namespace": .xml
    ]
}
