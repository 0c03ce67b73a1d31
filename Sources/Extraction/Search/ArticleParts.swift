import HTML

/// Widens what was found to the whole article, if that is in several parts, each in wrappers of its own.
struct ArticleParts {
    private let top: DraftID
    /// The elements around it, the inner ones first.
    private let around: [DraftID]
    /// Whether the page says that all of them are in its article.
    private let isMarked: Bool

    /// - Parameter scope: where the page says that its article is.
    init(_ top: DraftID, ancestors: [DraftID], scope: Scope?) {
        self.top = top
        let end = scope?.root ?? .root
        around = top == end ? [] : ancestors.firstIndex(of: end).map { Array(ancestors[...$0]) } ?? ancestors
        isMarked = scope?.isArticle == true
    }

    /// The innermost element around all parts. What stands beside them in the elements around the first one is removed.
    func whole(in draft: inout ArticleDraft) -> DraftID {
        var prose = draft.prose(in: top)
        var reach: Int?
        for (level, element) in around.enumerated() {
            let inner = level == 0 ? top : around[level - 1]
            var gain = 0
            for child in draft.children(of: element) where child != inner {
                if isPart(child, beside: inner, draft, prose: prose) { gain += draft.prose(in: child) }
            }
            if gain >= max(100, isMarked ? 0 : prose / 12) {
                reach = level
                prose += gain
            }
        }
        guard let reach else { return top }
        for level in 0...reach { prune(around[level], besides: level == 0 ? top : around[level - 1], prose, &draft) }
        guard around[reach] == .root else { return around[reach] }
        let whole = draft.make(.div)
        for child in draft.children(of: .root) { draft.move(child, into: whole) }
        draft.link(whole, to: .root)
        return whole
    }

    private func isPart(_ id: DraftID, beside inner: DraftID, _ draft: ArticleDraft, prose: Int) -> Bool {
        let counts = draft.counts[id.index]
        guard counts.letters >= 80, counts.linkDensity < 0.2 else { return false }
        switch draft.tag(of: id) {
        case .aside, .footer, .form, .header, .nav: return false
        default: break
        }
        let hints = draft.nodes[id.index].hints.all
        guard hints.isDisjoint(with: [.isDiscussion, .isPromotion, .isNotice]) else { return false }
        // A teaser of another article.
        if draft.first(in: id, where: { draft.tag(of: $0).isHeadline && draft.counts[$0.index].linkTenths >= 120 })
            != nil
        {
            return false
        }
        let own = draft.prose(in: id)
        if isMarked, draft.tag(of: id) == .p { return own >= 80 }
        if Self.isLike(id, inner, draft) { return own >= 80 && 2 * own >= counts.letters }
        return own >= 300 && 5 * own >= 2 * prose && 4 * own >= 3 * counts.letters
    }

    /// Whether two elements have the same tag, and the same class as far as it isn't a number.
    private static func isLike(_ one: DraftID, _ other: DraftID, _ draft: ArticleDraft) -> Bool {
        draft.tag(of: one) == draft.tag(of: other) && draft.firstClass(of: one) == draft.firstClass(of: other)
    }

    /// Removes what is no part of the article beside one.
    private func prune(_ element: DraftID, besides inner: DraftID, _ prose: Int, _ draft: inout ArticleDraft) {
        let children = draft.children(of: element)
        let isPart = children.map { $0 == inner || self.isPart($0, beside: inner, draft, prose: prose) }
        guard let first = isPart.firstIndex(of: true), let last = isPart.lastIndex(of: true) else { return }
        for (index, child) in children.enumerated() where !isPart[index] && !draft.isText(child) {
            let counts = draft.counts[child.index]
            let isBetween = index > first && index < last || draft.tag(of: child).isHeadline && index < last
            let isFurniture =
                switch draft.tag(of: child) {
                case .aside, .footer, .form, .header, .nav: true
                default: counts.linkDensity >= 0.3
                }
            if !isBetween || isFurniture, counts.letters > 0 { draft.remove(child) }
        }
    }
}
