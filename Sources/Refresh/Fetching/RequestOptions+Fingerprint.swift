import HTTP
import Library

extension RequestOptions {
    /// A number for what may have the server send another document: what it said of the one is nothing to the other.
    ///
    /// Nil where nothing is said that might. The library keeps it, so passwords are no part of it; nor is who asks, which
    /// changes with every lede.
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
    /// What a server said of a feed's document, if it was asked in the same way then.
    init(_ details: FeedDetails, askedWith fingerprint: Int64?) {
        let isSame = details.askedWith == fingerprint
        self.init(etag: isSame ? details.etag : nil, lastModified: isSame ? details.lastModified : nil)
    }
}
