import HTML

extension Draft {
    /// The text in which the opening of a teaser ends; nil if the page doesn't have it.
    func text(withTeaser teaser: String) -> DraftID? {
        var opening = PlainLetters()
        // Feeds end a teaser with an ellipsis, which the page doesn't have.
        opening.add(teaser.prefix { $0 != "…" }.utf8.prefix(400))
        let word = Array(opening.bytes.prefix(60))
        // A few words may be anywhere.
        guard word.count >= 20 else { return nil }
        var search = LetterSearch(for: word)
        var next: DraftID? = .root
        while let id = next {
            if isText(id), tree.withUTF8(of: nodes[id.index].source, { search.finds($0) }) { return id }
            next = node(after: id, in: .root)
        }
        return nil
    }
}
