import HTML

/// Where a page says that its article is.
struct Scope {
    let root: DraftID
    /// Whether it is the article, and not only the page's main part.
    let isArticle: Bool

    /// The only element that is marked as the text of an article, as an article, or as the main part; nil if none is, or
    /// if it has little text.
    static func marked(in draft: Draft) -> Scope? {
        if let body = only(draft.outermost { $0.traits.contains(.isMarkedAsBody) }, draft) {
            return Scope(root: body, isArticle: true)
        }
        if let article = only(draft.outermost { $0.traits.contains(.isMarkedAsArticle) }, draft) {
            return Scope(root: article, isArticle: true)
        }
        if let article = only(draft.outermost { $0.tag == .article }, draft) {
            return Scope(root: article, isArticle: true)
        }
        let mains = draft.outermost { $0.tag == .main || $0.traits.contains(.isMarkedAsMain) }
        return only(mains, draft).map { Scope(root: $0, isArticle: false) }
    }

    private static func only(_ elements: [DraftID], _ draft: Draft) -> DraftID? {
        let relevant = elements.filter { draft.plainLetters(in: $0) >= 250 }
        return relevant.count == 1 ? relevant[0] : nil
    }
}

extension Draft {
    /// The letters outside links.
    func plainLetters(in id: DraftID) -> Int { counts[id.index].letters - counts[id.index].linkTenths / 10 }

    /// The elements for which `isWanted` holds, except those inside others.
    fileprivate func outermost(where isWanted: (DraftNode) -> Bool) -> [DraftID] {
        var found: [DraftID] = []
        var next = firstChild(of: .root)
        while let id = next {
            if !isText(id), isWanted(nodes[id.index]) {
                found.append(id)
                next = nodePast(id, in: .root)
            } else {
                next = node(after: id, in: .root)
            }
        }
        return found
    }
}
