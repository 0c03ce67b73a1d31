import HTML
import System

/// Looks for the article in a page, in attempts that remove less and less.
struct ArticleSearch {
    let title: String
    let hasByline: Bool
    /// The opening of the item's text in the feed.
    let teaser: String?
    /// What the page says of itself.
    var head: PageHead?

    /// An article that was found.
    struct Find {
        var draft: ArticleDraft
        let article: DraftID
        let letters: Int
        var byline: String?
        var reason: String
        var kind = PageKind.article
    }

    private static let isHeld = "it has the feed's text"

    /// Less than this is hardly an article; a milder attempt follows.
    static let enough = 500

    /// The first find with enough text; otherwise the longest one.
    func find(in pristine: consuming ArticleDraft) -> Find? {
        if let other = findOther(in: pristine) { return other }
        let lead = Lead(in: copy pristine)
        // No other attempt needs the page as it was.
        if pristine.nodes.count > ExtractionLimits.nodesToSearchAgain {
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

    private func attempt(on draft: consuming ArticleDraft, _ lead: Lead, _ thoroughness: Thoroughness) -> Find {
        draft.makeRoomForAttempt()
        var walk = Walk(title: title, hasByline: hasByline, thoroughness: thoroughness)
        walk.run(through: &draft)
        draft.count(in: .root)
        let anchor = teaser.flatMap(draft.text(withTeaser:))
        let scope = scope(in: draft, around: anchor, titlePlace: walk.titlePlace)
        let choice = choose(in: &draft, walk.scored, scope, anchor, thoroughness)
        var article = DraftID.root
        if let linked = linkedPart(of: draft), draft.parent(of: linked) != nil {
            // The page says itself how the article begins and ends.
            article = draft.make(.div)
            draft.move(linked, into: article)
        } else if var top = choice.top {
            if thoroughness.contains(.removesOddParts), choice.reason != Self.isHeld {
                top = withRecipe(top, &draft)
                top = ArticleParts(top, ancestors: draft.ancestors(of: top), scope: scope).whole(in: &draft)
            }
            article = draft.article(around: top)
            lead.join(article, around: top, scope: scope?.root, in: &draft)
        }
        return Find(
            article, in: draft, thoroughness, byline: walk.byline, reason: choice.reason,
            kind: head?.isDocumentation == true ? .documentation : .article)
    }

    /// The innermost element with the beginning and the end of the text that the page has for search engines, unless it has
    /// much more.
    private func linkedPart(of draft: ArticleDraft) -> DraftID? {
        guard let text = head?.metadata.text, text.utf8.count >= Self.enough else { return nil }
        let letters = ComparedLetters(text).bytes
        guard letters.count >= Self.enough / 2, let first = draft.text(with: Array(letters.prefix(60))),
            let last = draft.text(with: Array(letters.suffix(60)))
        else { return nil }
        let part = draft.ancestors(of: last).first { draft.contains($0, first) && !draft.isInline($0) }
        guard let part, part != .root, draft.tag(of: part) != .p,
            2 * draft.counts[part.index].letters < 3 * text.utf16.count
        else {
            return nil
        }
        return part
    }

    /// The element around what was found and the recipe that the page describes, unless it has much more: ingredients are
    /// rarely sentences, and often links.
    private func withRecipe(_ top: DraftID, _ draft: inout ArticleDraft) -> DraftID {
        let lines = (head?.recipe ?? []).map { Array(ComparedLetters($0).bytes.prefix(60)) }
        guard let first = draft.text(withAnyOf: lines.prefix(10)),
            let last = draft.text(withAnyOf: lines.suffix(10).reversed()),
            let recipe = draft.ancestors(of: last).first(where: { draft.contains($0, first) })
        else { return top }
        draft.keep(first)
        draft.keep(last)
        let around = ([top] + draft.ancestors(of: top)).first { draft.contains($0, recipe) }
        guard let around, around != .root,
            2 * (draft.counts[top.index].letters + draft.counts[recipe.index].letters)
                > draft.counts[around.index].letters
        else { return top }
        return around
    }

    /// The part that the page marks, if it has the teaser or there is none.
    private func scope(in draft: ArticleDraft, around anchor: DraftID?, titlePlace: DraftID?) -> Scope? {
        guard let scope = Scope.marked(in: draft, titlePlace: titlePlace) else { return nil }
        return anchor.map { draft.contains(scope.root, $0) } ?? true ? scope : nil
    }

    /// The element that holds the article, and why; nil for the whole page.
    private func choose(
        in draft: inout ArticleDraft, _ scored: [DraftID], _ scope: Scope?, _ anchor: DraftID?,
        _ thoroughness: Thoroughness
    ) -> (top: DraftID?, reason: String) {
        let inScope = scope.map { scope in scored.filter { draft.contains(scope.root, $0) } } ?? scored
        var scoring = Scoring(thoroughness: thoroughness)
        let best = scoring.best(in: &draft, scored: inScope, scope: scope?.root ?? .root)
        if let anchor, let holder = holder(of: anchor, besides: best, draft) {
            return (holder, Self.isHeld)
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
    private func holder(of anchor: DraftID, besides best: DraftID?, _ draft: ArticleDraft) -> DraftID? {
        if let best, draft.contains(best, anchor) { return nil }
        let around = draft.ancestors(of: anchor).prefix { $0 != .root }
        if let best, let both = around.first(where: { draft.contains($0, best) }) { return both }
        return around.filter { draft.nodes[$0.index].traits.contains(.hasScore) }
            .max { draft.scores[$0.index] < draft.scores[$1.index] }
    }
}

extension ArticleSearch.Find {
    /// Cleans what was put into an element.
    init(
        _ article: DraftID, in draft: consuming ArticleDraft, _ thoroughness: Thoroughness = [],
        leavesLinks: Bool = false, byline: String? = nil, reason: String, kind: PageKind = .article
    ) {
        draft.count(in: article)
        ArticleCleaning(article, thoroughness: thoroughness, leavesLinks: leavesLinks).run(on: &draft)
        let letters = draft.counts[article.index].letters
        self.init(draft: draft, article: article, letters: letters, byline: byline, reason: reason, kind: kind)
    }
}

/// How much an attempt removes. Each attempt that finds too little is followed by a milder one.
struct Thoroughness: OptionSet {
    let rawValue: UInt8
    /// Removes elements whose class or id makes them unlikely.
    static let removesUnlikely = Thoroughness(rawValue: 1)
    /// Compares elements by their class and id, too.
    static let weighsNames = Thoroughness(rawValue: 2)
    /// Removes parts of the article that look like something else.
    static let removesOddParts = Thoroughness(rawValue: 4)

    static let attempts: [Thoroughness] = [
        [.removesUnlikely, .weighsNames, .removesOddParts], [.weighsNames, .removesOddParts], .removesOddParts, []
    ]
}

/// The paragraph between the title and the text that sums the article up. Pages often put it in their header, away from the
/// rest.
private struct Lead {
    /// The texts that are named so, in the order of the page.
    private let candidates: [DraftID]
    /// For each node of the page, the element around it; empty without candidates.
    private let parents: [DraftID]

    /// - Parameter draft: the page before anything is removed.
    init(in draft: ArticleDraft) {
        var candidates: [DraftID] = []
        var next = draft.firstChild(of: .root)
        while let id = next, candidates.count < Self.most {
            if Self.isElsewhere(id, draft) {
                next = draft.nodePast(id, in: .root)
            } else if Self.isNamed(id, draft) {
                candidates.append(id)
                next = draft.nodePast(id, in: .root)
            } else {
                next = draft.node(after: id, in: .root)
            }
        }
        self.candidates = candidates
        parents = candidates.isEmpty ? [] : draft.nodes.map(\.parent)
    }

    /// Puts the lead first in an article that doesn't have it.
    ///
    /// - Parameters:
    ///   - top: the element that was found to be the article.
    ///   - scope: where the page says that its article is.
    func join(_ article: DraftID, around top: DraftID, scope: DraftID?, in draft: inout ArticleDraft) {
        guard top.index < parents.count else { return }
        // Without a mark, the lead is expected near the text.
        let around = scope ?? ancestors(of: top).prefix { $0 != .root }.prefix(3).last
        guard let around, let text = Self.firstText(of: article, in: draft),
            // Numbers are in the order of the page.
            let lead = candidates.first(where: { $0.number < text.number && contained(around, $0) }),
            !draft.contains(article, lead), !contained(lead, top)
        else { return }
        draft.unlink(lead)
        draft.nodes[lead.index].hints = DraftNode.Hints()
        draft.insertFirst(lead, in: article)
    }

    private func ancestors(of id: DraftID) -> [DraftID] {
        Array(sequence(first: id) { parents[$0.index].ifAny }.dropFirst())
    }

    /// Whether an element was around a node before anything was removed.
    private func contained(_ element: DraftID, _ id: DraftID) -> Bool {
        sequence(first: id) { parents[$0.index].ifAny }.contains(element)
    }

    /// The text with which the first real paragraph begins.
    private static func firstText(of article: DraftID, in draft: ArticleDraft) -> DraftID? {
        var isInParagraph = false
        var next = draft.firstChild(of: article)
        while let id = next {
            if draft.tag(of: id) == .p, draft.counts[id.index].letters >= 80 { isInParagraph = true }
            if isInParagraph, draft.isText(id), !draft.isBlank(id) { return id }
            next = draft.node(after: id, in: article)
        }
        return nil
    }

    /// A page with more is a list of articles.
    private static let most = 100

    private static func isNamed(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        let counts = draft.counts[id.index]
        guard counts.letters >= 50, counts.letters <= 800, counts.linkDensity < 0.2, counts.images == 0 else {
            return false
        }
        return draft.nodes[id.index].hints.ofClass.contains(.isLead) || isRightBelowTitle(id, draft)
    }

    /// Whether it is a sentence as a heading right below the title, in the header.
    private static func isRightBelowTitle(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        guard draft.tag(of: id) == .h2, let above = draft.neighbour(of: id, \.previous),
            draft.tag(of: above) == .h1, draft.counts[id.index].linkTenths == 0
        else { return false }
        return draft.isInside(id, levels: 4) { $0.tag == .header } && draft.text(of: id).hasSuffix(".")
    }

    /// Whether an element is certainly no part of the article.
    private static func isElsewhere(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        switch draft.tag(of: id) {
        case .a, .aside, .footer, .form, .li, .nav: true
        // Its class may name what the article is about.
        case .article, .main: false
        default: !draft.nodes[id.index].hints.all.isDisjoint(with: [.isDiscussion, .isPromotion, .isSharing])
        }
    }
}
