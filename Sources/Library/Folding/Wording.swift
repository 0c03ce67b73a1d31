/// The opening letters of an item's title and text.
struct Wording {
    private let title: PlainLetters
    private let text: PlainLetters

    init(title: String, html: String) {
        self.title = PlainLetters(text: title, weight: Self.titleTaken)
        text = PlainLetters(html: html, weight: Self.textTaken)
    }

    /// Whether the text is long enough to identify it: “Comments” and “Read more” aren't.
    var hasText: Bool { text.weight >= Self.leastText }

    /// A hash of all of it; nil if the text is too short.
    var key: Int64? {
        guard hasText else { return nil }
        var hash = StableHash()
        title.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        text.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }

    func hasText(of other: Wording) -> Bool { hasText && text.bytes == other.text.bytes }

    func hasTitle(of other: Wording) -> Bool { !title.bytes.isEmpty && title.bytes == other.title.bytes }

    func hasTitle(like other: Wording) -> Bool { title.isAlike(other.title) }

    // About twenty words, which a shortened summary has, too. Ten are enough to compare.
    private static let textTaken = 100
    private static let leastText = 50
    private static let titleTaken = 200
}

extension PlainLetters {
    /// Whether one equals, begins or ends with the other: “Ann: A week in the kernel”.
    fileprivate func isAlike(_ other: PlainLetters) -> Bool {
        let (short, long) = bytes.count < other.bytes.count ? (bytes, other.bytes) : (other.bytes, bytes)
        if short == long { return true }
        guard short.count >= 12 else { return false }
        return long.starts(with: short) || long.suffix(short.count) == short[...]
    }
}
