import HTML

/// The paragraph between the title and the text that sums the article up. Pages often put it in their header, away from the
/// rest.
struct Lead {
    /// The texts that are named so, in the order of the page.
    private let candidates: [DraftID]
    /// For each node of the page, the element around it; empty without candidates.
    private let parents: [DraftID]

    /// - Parameter draft: the page before anything is removed.
    init(in draft: Draft) {
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
    func join(_ article: DraftID, around top: DraftID, scope: DraftID?, in draft: inout Draft) {
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
    private static func firstText(of article: DraftID, in draft: Draft) -> DraftID? {
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

    private static func isNamed(_ id: DraftID, _ draft: Draft) -> Bool {
        let counts = draft.counts[id.index]
        guard counts.letters >= 50, counts.letters <= 800, counts.linkDensity < 0.2, counts.images == 0 else {
            return false
        }
        return draft.nodes[id.index].hints.ofClass.contains(.isLead) || isRightBelowTitle(id, draft)
    }

    /// Whether it is a sentence as a heading right below the title, in the header.
    private static func isRightBelowTitle(_ id: DraftID, _ draft: Draft) -> Bool {
        guard draft.tag(of: id) == .h2, let above = draft.neighbour(of: id, \.previous),
            draft.tag(of: above) == .h1, draft.counts[id.index].linkTenths == 0
        else { return false }
        return draft.isInside(id, levels: 4) { $0.tag == .header } && draft.text(of: id).hasSuffix(".")
    }

    /// Whether an element is certainly no part of the article.
    private static func isElsewhere(_ id: DraftID, _ draft: Draft) -> Bool {
        switch draft.tag(of: id) {
        case .a, .aside, .footer, .form, .li, .nav: true
        // Its class may name what the article is about.
        case .article, .main: false
        default: !draft.nodes[id.index].hints.all.isDisjoint(with: [.isDiscussion, .isPromotion, .isSharing])
        }
    }
}
