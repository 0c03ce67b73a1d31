/// What the copies of an article have in common where their links differ: its title and its first words.
struct TextFingerprint: Equatable {
    /// What the library knows the text by.
    let key: Int64

    /// Nil where there is too little text to tell it from another: “Comments”, “Read more”.
    init?(title: String, html: String) {
        let text = PlainLetters(html: html, weight: Self.textTaken)
        guard text.weight >= Self.leastText else { return nil }
        let title = PlainLetters(text: title, weight: Self.titleTaken)
        var hash = StableHash()
        hash.combine(Int64(title.bytes.count))
        title.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        text.bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        key = hash.value
    }

    // About twenty words: a shortened summary has them too. Ten are enough to tell.
    private static let textTaken = 100
    private static let leastText = 50
    private static let titleTaken = 200
}
