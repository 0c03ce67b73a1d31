import HTML

extension Draft {
    /// Puts the best element and those beside it that belong to it into a new element.
    mutating func article(around top: DraftID) -> DraftID {
        let article = make(.div)
        let beside = parent(of: top).map(children) ?? [top]
        let least = max(10, scores[top.index] * 0.2)
        for id in beside where !isText(id) {
            guard id == top || belongs(id, to: top, least: least) else { continue }
            move(id, into: article)
            switch tag(of: id) {
            case .article, .div, .ol, .p, .section, .ul: break
            default: nodes[id.index].tag = .div
            }
        }
        return article
    }

    private func belongs(_ id: DraftID, to top: DraftID, least: Float) -> Bool {
        var score = nodes[id.index].traits.contains(.hasScore) ? scores[id.index] : -.infinity
        if let name = utf8(.class, of: id), !name.isEmpty, name == utf8(.class, of: top) {
            score += scores[top.index] * 0.2
        }
        if score >= least { return true }
        guard tag(of: id) == .p else { return false }
        let counts = counts[id.index]
        if counts.letters > 80 { return counts.linkDensity < 0.25 }
        return counts.letters > 0 && counts.linkTenths == 0 && text(of: id).hasSentenceEnd
    }
}

extension String {
    fileprivate var hasSentenceEnd: Bool { hasSuffix(".") || contains(". ") }
}
