import HTML

/// What a line speaks of, wherever in it.
struct Mentions: OptionSet, Sendable {
    let rawValue: UInt16

    /// How its author is reached.
    static let hasContact = Mentions(rawValue: 1)

    static let finder = WordFinder<Mentions>([
        ("can|be|reached|at can|be|reached|on follow|him|on follow|her|on follow|them|on follow|me|on", .hasContact),
        ("follow|us|on contact|the|author contact|the|reporter reach|the|author reach|the|reporter", .hasContact)
    ])
}

extension Draft {
    /// What the single texts inside a node speak of.
    func mentions(in root: DraftID) -> Mentions {
        var found: Mentions = []
        var next: DraftID? = root
        while let id = next {
            if isText(id) {
                tree.withUTF8(of: nodes[id.index].source) { found.formUnion(Mentions.finder.find(in: $0)) }
            }
            next = node(after: id, in: root)
        }
        return found
    }
}
