import HTML

/// Finds the element that most likely holds the article.
///
/// Paragraphs earn points by their length and their commas, and pass them on to the elements around them; links take
/// points away.
struct Scoring {
    private let weighsNames: Bool
    /// Elements with points, in the order in which they got the first.
    private var candidates: [DraftID] = []

    init(thoroughness: Thoroughness) {
        weighsNames = thoroughness.contains(.weighsNames)
    }

    /// The best element inside `scope`; nil if no text earned any points.
    mutating func best(in draft: inout ArticleDraft, scored: [DraftID], scope: DraftID) -> DraftID? {
        for id in scored { award(id, &draft) }
        for id in candidates {
            draft.scores[id.index] *= Float(1 - draft.counts[id.index].linkDensity)
        }
        var leaders: [DraftID] = []
        for id in candidates {
            let place = leaders.firstIndex { draft.scores[id.index] > draft.scores[$0.index] } ?? leaders.count
            if place < Self.leaders { leaders.insert(id, at: place) }
            if leaders.count > Self.leaders { leaders.removeLast() }
        }
        guard let top = leaders.first, top != .root else { return nil }
        guard draft.contains(scope, top) else { return scope }
        return outermost(parentOfRivals(leaders, scope, draft) ?? top, scope, draft)
    }

    private static let leaders = 5

    private mutating func award(_ id: DraftID, _ draft: inout ArticleDraft) {
        let counts = draft.counts[id.index]
        guard counts.letters >= 25, draft.parent(of: id) != nil else { return }
        // A list of names has more commas than sentences have.
        let commas = min(counts.commas, counts.letters / 25)
        let points = Float(2 + commas + min(counts.letters / 100, 3))
        // A sequence of ancestors would hold a copy of the draft, so that the first change would copy its arrays.
        var around = draft.parent(of: id)
        for level in 0..<5 {
            guard let ancestor = around else { break }
            start(ancestor, &draft)
            draft.scores[ancestor.index] += points / Float(level == 0 ? 1 : level == 1 ? 2 : 3 * level)
            around = draft.parent(of: ancestor)
        }
    }

    /// Gives an element the points for what it is.
    private mutating func start(_ id: DraftID, _ draft: inout ArticleDraft) {
        guard !draft.nodes[id.index].traits.contains(.hasScore) else { return }
        draft.nodes[id.index].traits.insert(.hasScore)
        candidates.append(id)
        draft.scores[id.index] = Self.points(for: draft.tag(of: id)) + (weighsNames ? Float(draft.weight(of: id)) : 0)
    }

    private static func points(for tag: HTMLTag) -> Float {
        switch tag {
        case .div: 5
        case .pre, .td, .blockquote: 3
        case .address, .dd, .dl, .dt, .form, .li, .ol, .ul: -3
        case .h1, .h2, .h3, .h4, .h5, .h6, .th: -5
        default: 0
        }
    }

    /// The lowest element around three of the next candidates, if they are nearly as good as the best.
    private func parentOfRivals(_ leaders: [DraftID], _ scope: DraftID, _ draft: ArticleDraft) -> DraftID? {
        guard let top = leaders.first else { return nil }
        let rivals = leaders.dropFirst().filter { draft.scores[$0.index] >= 0.75 * draft.scores[top.index] }
        guard rivals.count >= 3 else { return nil }
        let around = rivals.map { Set(draft.ancestors(of: $0)) }
        return draft.ancestors(of: top).prefix { $0 != scope }.first { ancestor in
            around.count { $0.contains(ancestor) } >= 3
        }
    }

    /// Climbs to an element around it that is better, or that has nothing else.
    private func outermost(_ start: DraftID, _ scope: DraftID, _ draft: ArticleDraft) -> DraftID {
        var top = start
        var last = draft.scores[top.index]
        let least = last / 3
        for ancestor in draft.ancestors(of: top) {
            if ancestor == .root || !draft.contains(scope, ancestor) { break }
            guard draft.nodes[ancestor.index].traits.contains(.hasScore) else { continue }
            let score = draft.scores[ancestor.index]
            if score < least { break }
            if score > last {
                top = ancestor
                break
            }
            last = score
        }
        while top != scope, let parent = draft.parent(of: top), parent != .root, draft.onlyElement(of: parent) != nil {
            top = parent
        }
        return top
    }
}

extension ArticleDraft {
    /// What the class and the id of an element add to its score.
    func weight(of id: DraftID) -> Int {
        nodes[id.index].hints.ofClass.weight + nodes[id.index].hints.ofID.weight
    }
}

extension ClassHints {
    fileprivate var weight: Int { (contains(.isGood) ? 25 : 0) - (contains(.isBad) ? 25 : 0) }
}

/// Where a page says that its article is.
struct Scope {
    let root: DraftID
    /// Whether it is the article, and not only the page's main part.
    let isArticle: Bool

    /// The only element that is marked as the text of an article, as an article, or as the main part; nil if none is, or
    /// if it has little text.
    ///
    /// - Parameter titlePlace: the element that had the heading like the title. Of several articles, the one with it counts.
    static func marked(in draft: ArticleDraft, titlePlace: DraftID?) -> Scope? {
        for mark in [DraftNode.Traits.isMarkedAsBody, .isMarkedAsArticle] {
            if let article = only(draft.outermost { draft.nodes[$0.index].traits.contains(mark) }, draft) {
                return Scope(root: article, isArticle: true)
            }
        }
        let articles = draft.outermost { draft.tag(of: $0) == .article }
        if let article = only(articles, draft) { return Scope(root: article, isArticle: true) }
        if let titlePlace, let article = articles.first(where: { draft.contains($0, titlePlace) }),
            draft.prose(in: article) >= ArticleSearch.enough
        {
            return Scope(root: article, isArticle: true)
        }
        let mains = draft.outermost {
            draft.tag(of: $0) == .main || draft.nodes[$0.index].traits.contains(.isMarkedAsMain)
        }
        return only(mains, draft).map { Scope(root: $0, isArticle: false) }
    }

    private static func only(_ elements: [DraftID], _ draft: ArticleDraft) -> DraftID? {
        let relevant = elements.filter { draft.plainLetters(in: $0) >= 250 }
        return relevant.count == 1 ? relevant[0] : nil
    }
}

extension ArticleDraft {
    /// The letters outside links.
    func plainLetters(in id: DraftID) -> Int { counts[id.index].letters - counts[id.index].linkTenths / 10 }

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
        guard counts.letters > 0, counts.linkTenths == 0 else { return false }
        let text = text(of: id)
        return text.hasSuffix(".") || text.contains(". ")
    }
}
