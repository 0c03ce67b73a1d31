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
        let last = tail.last { $0 > UInt8(ascii: " ") }
        // JSON ends with a brace; no other kind of feed does.
        isThere = last == UInt8(ascii: "}") || (last == UInt8(ascii: ">") && Self.hasEndTag(tail))
    }

    /// Looks from the end, where the tag nearly always is, and at bytes: nearly every feed comes compressed, and so is checked.
    private static func hasEndTag(_ tail: ArraySlice<UInt8>) -> Bool {
        let text = tail.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return text.indices.reversed().contains { start in
            endTags.contains { text[start...].starts(with: $0) }
        }
    }

    private static let endTags = ["</rss", "</feed", ":feed>", "rdf>", "</channel", "</html"].map { Array($0.utf8) }

    /// Longer than the comments that some servers append to a document.
    private static let farthest = 2048
}
