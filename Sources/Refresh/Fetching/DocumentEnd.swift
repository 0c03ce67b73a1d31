/// Whether a document has a proper end, for documents that may be incomplete.
struct DocumentEnd {
    let isThere: Bool

    init(of body: [UInt8]) {
        // A document in a wide encoding can't be checked here.
        let tail = body.suffix(Self.farthest)
        guard !tail.contains(0) else {
            isThere = true
            return
        }
        let text = String(decoding: tail, as: UTF8.self).lowercased()
        let last = text.last { !$0.isWhitespace }
        // JSON ends with a brace; no other kind of feed does.
        isThere = last == "}" || (last == ">" && Self.endTags.contains { text.contains($0) })
    }

    private static let endTags = ["</rss", "</feed", ":feed>", "rdf>", "</channel", "</html"]

    /// Longer than the comments that some servers append to a document.
    private static let farthest = 2048
}
