import HTTP
import Library

extension RequestOptions {
    /// A hash of the options that may make the server send another document, so that its validators don't apply to
    /// that.
    ///
    /// Nil without such options. The library stores it, so it doesn't include passwords. It doesn't include the user
    /// agent either, which changes with every version of lede.
    var fingerprint: Int64? {
        var parts = headers.flatMap { [$0.name, $0.value] }
        if let cookieFile { parts += ["cookies", cookieFile] }
        if let netrcFile { parts += ["netrc", netrcFile] }
        switch authentication {
        case nil: break
        case .bearer: parts += ["bearer"]
        case .basic(let login), .digest(let login), .any(let login): parts += ["name", login.name]
        }
        if parts.isEmpty { return nil }
        return Fetched.bodyHash(Array(parts.joined(separator: "\n").utf8), contentType: nil, url: "")
    }
}

extension Validators {
    /// The stored validators of a feed's document, if it was requested with the same options.
    init(_ details: FeedDetails, askedWith fingerprint: Int64?) {
        let isSame = details.askedWith == fingerprint
        self.init(etag: isSame ? details.etag : nil, lastModified: isSame ? details.lastModified : nil)
    }
}
