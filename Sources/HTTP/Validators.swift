/// A document's version, in the server's words.
package struct Validators: Equatable, Sendable {
    package var etag: String?
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// How to ask for what these don't name, nothing where they name nothing.
    var headers: [Header] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            guard let value, !value.allSatisfy(\.isWhitespace) else { return nil }
            return Header(name, value)
        }
    }
}
