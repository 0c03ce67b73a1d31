/// What to ask a server for.
package struct Request: Equatable, Sendable {
    package var url: String
    /// What the server said the last time, so that it need not send again what has not changed.
    package var validators: Validators

    package init(_ url: String, validators: Validators = Validators()) {
        self.url = url
        self.validators = validators
    }

    var headerLines: [String] {
        var lines = [
            "Accept: application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"
        ]
        if let etag = validators.etag, etag.fitsHeader { lines.append("If-None-Match: \(etag)") }
        if let lastModified = validators.lastModified, lastModified.fitsHeader {
            lines.append("If-Modified-Since: \(lastModified)")
        }
        return lines
    }
}

/// A document's version, in the server's words.
package struct Validators: Equatable, Sendable {
    package var etag: String?
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

extension String {
    /// Whether it may be sent back as a header. It may have come from another server than the one asked, by a redirect;
    /// a carriage return in it is the end of the line to some, and no server takes a line of any length.
    fileprivate var fitsHeader: Bool {
        utf8.count <= 4 << 10 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
