import HTML

/// A picture that the text itself contains, in a `data:` URL.
struct ContainedPicture {
    let url: String
    /// Short, since sources are compared with each frame. No page can guess another picture's.
    let name: String

    /// Shorter ones only take a picture's place until it is loaded.
    private static let shortest = 512
    /// What the pictures of one text may have together, in bytes.
    static let mostBytes = 1 << 20

    /// Nil if the source is something else, or has more than `most` bytes.
    init?(_ attributes: borrowing TagStream, upTo most: Int) {
        guard attributes.has(.src) else { return nil }
        let length = attributes.length(of: .src)
        guard length > Self.shortest, length <= most, let url = attributes.string(of: .src, first: length),
            url.prefix(11).lowercased() == "data:image/"
        else { return nil }
        self.url = url
        var hasher = Hasher()
        hasher.combine(url)
        name = "data:\(String(UInt(bitPattern: hasher.finalize()), radix: 16))"
    }
}
