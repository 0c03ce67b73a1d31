/// How an item's title and text begin, reduced to letters.
struct Wording {
    private let title: PlainLetters
    private let text: PlainLetters

    init(title: String, html: String) {
        self.title = PlainLetters(text: title, weight: Self.titleTaken)
        text = PlainLetters(html: html, weight: Self.textTaken)
    }

    /// Whether there is enough text to tell it from another: “Comments” and “Read more” are not.
    var hasText: Bool { text.weight >= Self.leastText }

    /// A hash of all of it; nil where there is too little text.
    var key: Int64? {
        guard hasText else { return nil }
        var hash = StableHash()
        title.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        text.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }

    /// Whether two that link to one page tell the same: their titles or texts do, or one has nothing to say but the link.
    func saysTheSame(as other: Wording) -> Bool {
        !hasText || !other.hasText || text.bytes == other.text.bytes || title.isAlike(other.title)
    }

    // About twenty words: a shortened summary has them too. Ten are enough to tell.
    private static let textTaken = 100
    private static let leastText = 50
    private static let titleTaken = 200
}

extension PlainLetters {
    /// Whether one is the other, or begins or ends with it: “Ann: A week in the kernel”.
    fileprivate func isAlike(_ other: PlainLetters) -> Bool {
        let (short, long) = bytes.count < other.bytes.count ? (bytes, other.bytes) : (other.bytes, bytes)
        if short == long { return true }
        guard short.count >= 12 else { return false }
        return long.starts(with: short) || long.suffix(short.count) == short[...]
    }
}
