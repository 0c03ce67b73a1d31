/// Whether a document has the end of one, looked at where nothing else tells that all of it has come.
struct DocumentEnd {
    let isThere: Bool

    init(of body: [UInt8]) {
        // The end of a document in wide characters can't be told from anything here.
        let tail = body.suffix(Self.farthest)
        guard !tail.contains(0) else {
            isThere = true
            return
        }
        let text = String(decoding: tail, as: UTF8.self).lowercased()
        let last = text.last { !$0.isWhitespace }
        // JSON ends so, and so may nothing else that is a feed.
        isThere = last == "}" || (last == ">" && Self.endTags.contains { text.contains($0) })
    }

    private static let endTags = ["</rss", "</feed", ":feed>", "rdf>", "</channel", "</html"]

    /// Comments that some servers write behind a document are shorter.
    private static let farthest = 2048
}
