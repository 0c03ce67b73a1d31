import HTML
import System

/// What a page is, as far as it changes what belongs to its text.
package enum PageKind: String, Sendable {
    case article
    /// Posts of several people, one after the other: a thread, or a question with its answers.
    case forum
    case product
    /// Links to articles or to other pages, with a few words about each.
    case list
    /// Things that have a price or a picture each.
    case collection
    case documentation
}

extension ArticleSearch {
    /// The text of a page that isn't an article, in the form that its kind has; nil if it is searched as one.
    func findOther(in pristine: ArticleDraft) -> Find? {
        guard let head, pristine.counts[DraftID.root.index].letters >= 100 else { return nil }
        let edges = PageEdges(of: pristine)
        let repeated = RepeatedParts.candidates(in: pristine, besides: edges)
        if head.isForum || !head.isMarkedAsArticle,
            let thread = ForumThread(
                in: pristine, repeated, plainLetters: edges.plainLettersInside, isMarked: head.isForum, title: title)
        {
            return thread.find(in: pristine)
        }
        if head.isProduct { return product(in: pristine) }
        guard !head.isArticle, teaser == nil else { return nil }
        return LinkList(in: pristine, repeated, letters: edges.lettersInside)?.find(in: pristine)
    }

    /// The text of a product: everything around its name that isn't about other products.
    private func product(in pristine: ArticleDraft) -> Find? {
        var draft = pristine
        draft.makeRoomForAttempt()
        var walk = Walk(title: title, hasByline: true, thoroughness: Thoroughness.attempts[0])
        walk.run(through: &draft)
        draft.count(in: .root)
        guard let name = walk.titlePlace, draft.contains(.root, name) else { return nil }
        for id in draft.elements(in: .root, where: { $0.tag == .div || $0.tag == .section || $0.tag == .ul })
        where draft.contains(.root, id) && 2 * draft.counts[id.index].letters < draft.counts[DraftID.root.index].letters
        {
            let isReview = [draft.utf8(.class, of: id), draft.utf8(.id, of: id)].contains {
                $0?.holds("review") == true
            }
            if isReview || draft.nodes[id.index].hints.all.contains(.isDiscussion) { draft.remove(id) }
        }
        draft.removeTeasers(in: .root, most: 1)
        let least = draft.plainLetters(in: .root) * 9 / 10
        let around = ([name] + draft.ancestors(of: name)).first { draft.plainLetters(in: $0) >= least } ?? .root
        let article = draft.make(.div)
        for child in draft.children(of: around) { draft.move(child, into: article) }
        let find = Find(article, in: draft, reason: "it is around the product's name", kind: .product)
        return find.letters >= 80 ? find : nil
    }
}

extension PageHead {
    fileprivate var isArticle: Bool { isMarkedAsArticle || metadata.kind == "article" && !isForum }

    /// Whether it is one in the words of schema.org; other words are used for anything.
    fileprivate var isMarkedAsArticle: Bool {
        types.contains { $0.hasSuffix("Article") && $0 != "TechArticle" || $0 == "BlogPosting" || $0 == "Recipe" }
    }

    fileprivate var isForum: Bool { types.contains("DiscussionForumPosting") || types.contains("QAPage") }

    fileprivate var isProduct: Bool {
        guard !isMarkedAsArticle, types.isDisjoint(with: ["ItemList", "CollectionPage"]) else { return false }
        return types.contains("Product") || types.contains("ProductGroup")
            || metadata.kind.map { $0.hasPrefix("product") } == true
    }

    /// Whether a program for documentation wrote the page.
    var isDocumentation: Bool {
        if types.contains("APIReference") || types.contains("TechArticle") { return true }
        let name = (generator ?? "").lowercased()
        return AsideWords.documentationPrograms.contains(where: name.hasPrefix)
    }
}

/// The parts at the edges of a page, which have menus and notices.
struct PageEdges {
    private var edges: Set<DraftID> = []
    /// The letters of the page that aren't in them.
    private(set) var lettersInside: Int
    private(set) var plainLettersInside: Int

    init(of draft: ArticleDraft) {
        let all = draft.counts[DraftID.root.index].letters
        lettersInside = all
        plainLettersInside = draft.plainLetters(in: .root)
        for id in draft.outermost(where: {
            Self.isEdge(draft.nodes[$0.index]) && 2 * draft.counts[$0.index].letters < all
        }) {
            edges.insert(id)
            lettersInside -= draft.counts[id.index].letters
            plainLettersInside -= draft.plainLetters(in: id)
        }
    }

    func contains(_ id: DraftID) -> Bool { edges.contains(id) }

    private static func isEdge(_ node: DraftNode) -> Bool {
        switch node.tag {
        case .aside, .footer, .form, .header, .nav, .select: return true
        case .article, .main, .body: return false
        default: break
        }
        if node.traits.contains(.hasRoleOfOthers) { return true }
        let hints = node.hints.all
        return hints.contains(.isPromotion) || hints.contains(.isNotice)
            || hints.contains(.isUnlikely) && !hints.contains(.isDiscussion) && !hints.contains(.mayHold)
    }
}

/// The elements inside one that look alike: same tag, same class as far as it isn't a number.
struct RepeatedParts {
    let around: DraftID
    private(set) var parts: [DraftID]
    private(set) var letters: Int

    private struct Likeness: Hashable {
        let tag: HTMLTag
        let name: [UInt8]
    }

    /// Those with the most letters, the largest first.
    static func candidates(in draft: ArticleDraft, besides edges: PageEdges) -> [RepeatedParts] {
        var found: [RepeatedParts] = []
        let least = max(100, edges.lettersInside / 4)
        var next: DraftID? = .root
        while let id = next {
            guard !draft.isText(id), !edges.contains(id), draft.counts[id.index].letters >= least else {
                next = draft.nodePast(id, in: .root)
                continue
            }
            next = draft.node(after: id, in: .root)
            var groups: [Likeness: RepeatedParts] = [:]
            for child in draft.children(of: id) where !draft.isText(child) && !edges.contains(child) {
                guard let likeness = likeness(of: child, draft) else { continue }
                groups[likeness, default: RepeatedParts(around: id, parts: [], letters: 0)].add(child, draft)
            }
            if let largest = groups.values.max(by: { $0.letters < $1.letters }), largest.parts.count > 1,
                largest.letters >= least
            {
                found.append(largest)
            }
        }
        return Array(found.sorted { $0.letters > $1.letters }.prefix(20))
    }

    private mutating func add(_ id: DraftID, _ draft: ArticleDraft) {
        guard draft.counts[id.index].letters > 0 else { return }
        parts.append(id)
        letters += draft.counts[id.index].letters
    }

    /// Whether they have a name or a kind of their own, and aren't just any boxes.
    func areNamed(in draft: ArticleDraft) -> Bool {
        parts.first.flatMap { Self.likeness(of: $0, draft) }.map { !$0.name.isEmpty || $0.tag != .div } ?? false
    }

    /// The parts, and those like them inside of them, in the order of the page.
    func withInnerParts(in draft: ArticleDraft) -> [DraftID] {
        guard let first = parts.first, let likeness = Self.likeness(of: first, draft), !likeness.name.isEmpty else {
            return parts
        }
        return draft.elements(in: around) { $0.tag == likeness.tag }.filter { Self.likeness(of: $0, draft) == likeness }
    }

    private static func likeness(of id: DraftID, _ draft: ArticleDraft) -> Likeness? {
        let tag = draft.tag(of: id)
        switch tag {
        case .p, .br, .hr, .img, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .blockquote, .figure: return nil
        case .a where draft.isInline(id): return nil
        case _ where tag.isInline: return nil
        default: break
        }
        return Likeness(tag: tag, name: draft.firstClass(of: id))
    }
}

/// A page that is a list of links, or of things with prices.
private struct LinkList {
    private let list: RepeatedParts
    private let kind: PageKind

    /// - Parameter letters: the letters of the page without its edges.
    init?(in draft: ArticleDraft, _ candidates: [RepeatedParts], letters: Int) {
        guard let list = candidates.first(where: { Self.isList($0, draft) }), 5 * list.letters >= 2 * letters,
            list.letters < 1000 * list.parts.count
        else { return nil }
        self.list = list
        let priced = list.parts.count { draft.hasPrice($0) }
        kind = 2 * priced > list.parts.count ? .collection : .list
        // An article with a list beside it has more text of its own.
        let prose = list.parts.reduce(0) { $0 + draft.prose(in: $1) }
        let beside = draft.prose(in: .root) - prose
        if kind == .list, prose == 0, beside > 0 { return nil }
        guard beside < max(kind == .list ? 250 : 500, min(list.letters / 3, 800)) else { return nil }
    }

    private static func isList(_ list: RepeatedParts, _ draft: ArticleDraft) -> Bool {
        guard list.parts.count >= 4, let longest = list.parts.map({ draft.counts[$0.index].letters }).max(),
            longest * 5 <= list.letters * 2, list.letters >= 15 * list.parts.count
        else { return false }
        var places: Set<[UInt8]> = []
        for part in list.parts {
            if let link = draft.titleLink(in: part), let place = draft.utf8(.href, of: link) {
                places.insert(Array(place))
            }
        }
        return 10 * places.count >= 7 * list.parts.count
    }

    func find(in pristine: ArticleDraft) -> ArticleSearch.Find {
        var draft = pristine
        let article = draft.make(.div)
        // What is said before the list.
        for around in [list.around] + draft.ancestors(of: list.around).prefix(2) where around != .root {
            for before in draft.children(of: draft.parent(of: around) ?? .root).prefix(while: { $0 != around })
                .reversed()
            where draft.prose(in: before) >= 80 && draft.counts[before.index].linkDensity < 0.2 {
                draft.move(before, into: article)
            }
        }
        draft.move(list.around, into: article)
        draft.removeRepeatedLinks(in: list.parts)
        return ArticleSearch.Find(article, in: draft, leavesLinks: true, reason: "the page is a list", kind: kind)
    }
}

extension ArticleDraft {
    /// The first class of an element without its digits, which mostly tell it from others of its kind.
    func firstClass(of id: DraftID) -> [UInt8] {
        (utf8(.class, of: id) ?? []).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }.filter { !$0.isDigit }
    }

    /// The letters in paragraphs of sentences.
    func prose(in root: DraftID) -> Int {
        var letters = 0
        var next: DraftID? = root
        while let id = next {
            let counts = counts[id.index]
            guard counts.letters >= 80, !isText(id) else {
                next = nodePast(id, in: root)
                continue
            }
            switch tag(of: id) {
            case .p, .pre, .li, .dd, .td:
                if !nodes[id.index].traits.contains(.holdsBlock) || tag(of: id) == .p {
                    if counts.linkDensity < 0.25 { letters += counts.letters }
                    next = nodePast(id, in: root)
                    continue
                }
            default: break
            }
            next = node(after: id, in: root)
        }
        return letters
    }

    /// The link by which a part of a list leads to its page: the first with a title's letters.
    func titleLink(in part: DraftID) -> DraftID? {
        func isTitle(_ id: DraftID) -> Bool {
            let letters = counts[id.index].letters
            guard tag(of: id) == .a, letters >= 4, utf8(.href, of: id)?.contains(UInt8(ascii: "#")) != true else {
                return false
            }
            if id == part || isInside(id, levels: 3, where: { $0.tag.isHeadline || $0.tag == .b || $0.tag == .strong })
            {
                return true
            }
            guard let around = parent(of: id) else { return false }
            return around == part || tag(of: around) == .td || counts[around.index].letters <= letters + 5
        }
        return isTitle(part) ? part : first(in: part, where: isTitle)
    }

    /// Whether a text has a price: a sign of a currency beside a digit.
    func hasPrice(_ id: DraftID) -> Bool {
        let text = Array(text(of: id, upTo: 2000).utf8)
        for at in text.indices {
            let length: Int
            switch text[at] {
            case UInt8(ascii: "$"): length = 1
            case 0xE2 where text[at...].starts(with: "€".utf8) || text[at...].starts(with: "₹".utf8): length = 3
            case 0xC2 where text[at...].starts(with: "£".utf8) || text[at...].starts(with: "¥".utf8): length = 2
            default: continue
            }
            let beside = text[max(0, at - 3)..<at] + text[(at + length)...].prefix(3)
            if beside.contains(where: \.isDigit) { return true }
        }
        return false
    }

    /// Removes links that have the same few words in most parts: “Read more”, “Add to cart”.
    fileprivate mutating func removeRepeatedLinks(in parts: [DraftID]) {
        var links: [String: [DraftID]] = [:]
        for part in parts {
            for link in elements(in: part, where: { $0.tag == .a }) where counts[link.index].letters <= 20 {
                links[text(of: link), default: []].append(link)
            }
        }
        for (_, links) in links where 2 * links.count > parts.count { for link in links { unlink(link) } }
    }
}
