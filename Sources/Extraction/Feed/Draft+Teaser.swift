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
        var letters = PlainLetters()
        var ends: [(end: Int, id: DraftID)] = []
        var next: DraftID? = .root
        while let id = next {
            if isText(id), !isBlank(id) {
                letters.add(tree.utf8(of: nodes[id.index].source))
                ends.append((letters.bytes.count, id))
            }
            next = node(after: id, in: .root)
        }
        guard let end = letters.end(of: word) else { return nil }
        return ends.first { $0.end >= end }?.id
    }
}
