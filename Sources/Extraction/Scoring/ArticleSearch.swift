import HTML

/// Looks for the article in a page, in attempts that remove less and less.
struct ArticleSearch {
    let title: String
    let hasByline: Bool
    /// The opening of the item's text in the feed.
    let teaser: String?

    /// An article that was found.
    struct Find {
        var draft: Draft
        let article: DraftID
        let letters: Int
        let byline: String?
        let reason: String
    }

    /// Less than this is hardly an article; a milder attempt follows.
    static let enough = 500

    /// The first find with enough text; otherwise the longest one.
    func find(in pristine: consuming Draft) -> Find? {
        let lead = Lead(in: copy pristine)
        // No other attempt needs the page as it was.
        if pristine.nodes.count > Limits.nodesToSearchAgain {
            return attempt(on: pristine, lead, Thoroughness.attempts[0])
        }
        let all = pristine.counts[DraftID.root.index].letters
        var longest: Find?
        for thoroughness in Thoroughness.attempts {
            // A milder attempt has a little more text each time, which is rarely the article's.
            let least = (longest?.letters ?? 0) * 3 / 2
            if all <= least { break }
            let find = attempt(on: copy pristine, lead, thoroughness)
            if find.letters >= Self.enough { return find }
            if find.letters > least { longest = find }
        }
        return longest
    }

    private func attempt(on draft: consuming Draft, _ lead: Lead, _ thoroughness: Thoroughness) -> Find {
        draft.makeRoomForAttempt()
        var walk = Walk(title: title, hasByline: hasByline, thoroughness: thoroughness)
        walk.run(through: &draft)
        draft.count(in: .root)
        let anchor = teaser.flatMap(draft.text(withTeaser:))
        let scope = scope(in: draft, around: anchor)
        let choice = choose(in: &draft, walk.scored, scope, anchor, thoroughness)
        var article = DraftID.root
        if let top = choice.top {
            article = draft.article(around: top)
            lead.join(article, around: top, scope: scope?.root, in: &draft)
        }
        draft.count(in: article)
        ArticleCleaning(article, thoroughness: thoroughness).run(on: &draft)
        return Find(
            draft: draft, article: article, letters: draft.counts[article.index].letters, byline: walk.byline,
            reason: choice.reason)
    }

    /// The part that the page marks, if it has the teaser or there is none.
    private func scope(in draft: Draft, around anchor: DraftID?) -> Scope? {
        guard let scope = Scope.marked(in: draft) else { return nil }
        return anchor.map { draft.contains(scope.root, $0) } ?? true ? scope : nil
    }

    /// The element that holds the article, and why; nil for the whole page.
    private func choose(
        in draft: inout Draft, _ scored: [DraftID], _ scope: Scope?, _ anchor: DraftID?,
        _ thoroughness: Thoroughness
    ) -> (top: DraftID?, reason: String) {
        let inScope = scope.map { scope in scored.filter { draft.contains(scope.root, $0) } } ?? scored
        var scoring = Scoring(thoroughness: thoroughness)
        let best = scoring.best(in: &draft, scored: inScope, scope: scope?.root ?? .root)
        if let anchor, let holder = holder(of: anchor, besides: best, draft) {
            return (holder, "it has the feed's text")
        }
        guard var top = best else { return (nil, "the page has hardly more text") }
        guard let scope else { return (top, "it has the most text") }
        if scope.isArticle {
            // An article in parts, of which one alone has won.
            let least = draft.plainLetters(in: scope.root) * 6 / 10
            while top != scope.root, draft.plainLetters(in: top) < least, let parent = draft.parent(of: top) {
                top = parent
            }
        }
        return (top, "the page marks it, and it has the most text")
    }

    /// The element around the teaser that is the article, unless it is the best one: the lowest around both, or the best
    /// around the teaser if that is the whole page.
    private func holder(of anchor: DraftID, besides best: DraftID?, _ draft: Draft) -> DraftID? {
        if let best, draft.contains(best, anchor) { return nil }
        let around = draft.ancestors(of: anchor).prefix { $0 != .root }
        if let best, let both = around.first(where: { draft.contains($0, best) }) { return both }
        return around.filter { draft.nodes[$0.index].traits.contains(.hasScore) }
            .max { draft.scores[$0.index] < draft.scores[$1.index] }
    }
}
