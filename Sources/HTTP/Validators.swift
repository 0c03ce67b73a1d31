/// A document's version, as the server names it.
package struct Validators: Equatable, Sendable {
    package var etag: String?
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The headers of a conditional request; none without validators.
    package var headers: [Header] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            guard let value, !value.allSatisfy(\.isWhitespace) else { return nil }
            return Header(name, value)
        }
    }
}
