package import FoundationEssentials

/// A picture whose file is in the cache folder.
package struct KeptPicture: Equatable, Sendable {
    /// Other programs may remove the file at any time.
    package let path: String
    package let bytes: Int
    /// In pixels; nil until somebody has decoded the picture.
    package let width: Int?
    package let height: Int?
}

/// What lede knows about the picture at a URL.
package enum PictureKnowledge: Equatable, Sendable {
    case kept(KeptPicture)
    /// lede couldn't fetch it for this reason, and tries again by itself after the date.
    case failed(String, until: Date)
}

/// A picture that has come, with the server's validators.
package struct FetchedPicture: Sendable {
    package let url: String
    package let bytes: [UInt8]
    package let etag: String?
    package let lastModified: String?

    package init(url: String, bytes: [UInt8], etag: String? = nil, lastModified: String? = nil) {
        self.url = url
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
    }
}
