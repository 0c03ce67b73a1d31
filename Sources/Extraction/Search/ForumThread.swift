import HTML
import System

/// A thread of a forum, or a question with its answers: posts that look alike, each with its author.
struct ForumThread {
    private let posts: [DraftID]
    private let title: Likeness

    /// - Parameters:
    ///   - plainLetters: the letters of the page outside links and without its edges.
    ///   - isMarked: whether the page says that it is one.
    init?(
        in draft: ArticleDraft, _ candidates: [RepeatedParts], plainLetters: Int, isMarked: Bool, title: String
    ) {
        let likeness = Likeness(to: title)
        let question = Self.outermost(named: "question", in: draft).first
        let answers = Self.outermost(named: "answer", in: draft)
        if let question, !answers.isEmpty,
            !answers.contains(where: { draft.contains(question, $0) || draft.contains($0, question) })
        {
            posts = [question] + answers
            self.title = likeness
            return
        }
        guard
            let group = candidates.first(where: {
                $0.areNamed(in: draft) && Self.arePosts($0.parts, draft, likeness)
            })
        else { return nil }
        // An article with comments has more text beside them.
        let beside = plainLetters - group.parts.reduce(0) { $0 + draft.plainLetters(in: $1) }
        guard isMarked || beside < max(300, group.letters / 6) else { return nil }
        posts = group.withInnerParts(in: draft)
        self.title = likeness
    }

    /// The outermost elements with a word as one of their classes.
    private static func outermost(named word: String, in draft: ArticleDraft) -> [DraftID] {
        draft.outermost { id in
            draft.counts[id.index].letters >= 40
                && draft.utf8(.class, of: id)?.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) } == true
        }
    }

    private static func arePosts(_ parts: [DraftID], _ draft: ArticleDraft, _ title: Likeness) -> Bool {
        let relevant = parts.filter { draft.counts[$0.index].letters >= 20 }
        guard relevant.count >= 2 else { return false }
        let posts = relevant.count { draft.author(of: $0) != nil && !draft.leadsElsewhere($0, title) }
        return 5 * posts >= 4 * relevant.count
    }

    func find(in pristine: ArticleDraft) -> ArticleSearch.Find {
        var draft = pristine
        let article = draft.make(.div)
        // The last ones first: an answer may be inside what it answers.
        for post in posts.reversed() {
            let author = draft.author(of: post)
            if let author { draft.unlink(author) }
            if let body = body(of: post, &draft) {
                draft.unlink(body)
                draft.insertFirst(body, in: article)
                draft.nodes[body.index].tag = .div
                draft.nodes[body.index].hints = .init()
            }
            if draft.parent(of: post) != article { draft.unlink(post) }
            guard let author else { continue }
            let line = draft.make(.p)
            let name = draft.make(.strong)
            draft.link(author, to: name)
            draft.link(name, to: line)
            draft.insertFirst(line, in: article)
        }
        return ArticleSearch.Find(
            article, in: draft, leavesLinks: true, reason: "the page is a thread of a forum", kind: .forum)
    }

    /// What the author of a post wrote, without what the forum says of the author and the post.
    private func body(of post: DraftID, _ draft: inout ArticleDraft) -> DraftID? {
        draft.count(in: post)
        let most = draft.plainLetters(in: post) / 2
        draft.walk(
            in: post,
            entering: { draft, id in
                draft.plainLetters(in: id) <= most && isFurniture(id, draft) ? .remove : .goIn
            })
        var body = post
        while let inner = draft.children(of: body).first(where: {
            10 * draft.counts[$0.index].letters > 9 * draft.counts[body.index].letters
        }),
            !draft.isText(inner), !draft.isInline(inner), draft.tag(of: inner) != .p, draft.tag(of: inner) != .pre,
            draft.tag(of: inner) != .li
        {
            body = inner
        }
        return draft.counts[body.index].letters > 0 ? body : nil
    }

    private func isFurniture(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        let node = draft.nodes[id.index]
        let counts = draft.counts[id.index]
        switch node.tag {
        case .button, .footer, .header, .input, .nav, .select, .textarea, .time, .aside: return true
        case .ul, .ol, .dl: if counts.linkDensity > 0.5 || node.tag == .dl && counts.letters < 200 { return true }
        case .h1, .h2, .h3, .h4, .h5, .h6:
            if counts.linkTenths > 0 || title.share(of: draft.text(of: id, upTo: 400)) > 0.75 { return true }
        case .a where counts.letters < 6 && draft.text(of: id).hasPrefix("#"): return true
        case .a, .u: if counts.letters < 30, draft.opening(of: id, as: AsideWords.postButtons).isWord { return true }
        default: break
        }
        if counts.letters < 40, let name = draft.utf8(.class, of: id), name.holds("date") || name.holds("time") {
            return true
        }
        // A name in a line, such as that of a comment.
        if draft.isInline(id), let before = draft.neighbour(of: id, \.previous), draft.isInline(before) { return false }
        return !node.hints.all.isDisjoint(with: [.isMeta, .isByline, .namesUser, .isSharing])
    }
}

extension ArticleDraft {
    /// The element with the name of the author of a post.
    fileprivate func author(of post: DraftID) -> DraftID? {
        func isAuthor(_ id: DraftID) -> Bool {
            let node = nodes[id.index]
            guard counts[id.index].letters >= 2, counts[id.index].letters <= 40 else { return false }
            if !node.hints.all.isDisjoint(with: [.namesUser, .isByline]) || node.traits.contains(.namesAuthor) {
                return true
            }
            guard node.tag == .a, let place = utf8(.href, of: id) else { return false }
            return AsideWords.userPages.contains(where: place.holds)
        }
        // A box has more than the name, which is mostly a link.
        let link = first(in: post) { id in
            tag(of: id) == .a && counts[id.index].letters >= 2
                && (isAuthor(id)
                    || isInside(id, levels: 3) { !$0.hints.all.isDisjoint(with: [.namesUser, .isByline]) }
                        && counts[id.index].letters <= 40)
        }
        return link ?? first(in: post, where: isAuthor)
    }

    /// Whether a part has a heading that leads to another page, as teasers do.
    fileprivate func leadsElsewhere(_ part: DraftID, _ title: Likeness) -> Bool {
        elements(in: part) { $0.tag == .a }.contains { link in
            guard counts[link.index].letters >= 12, let place = utf8(.href, of: link),
                !place.contains(UInt8(ascii: "#"))
            else { return false }
            let isHeading =
                isInside(link, levels: 3) { $0.tag.isHeadline } || first(in: link) { tag(of: $0).isHeadline } != nil
            return isHeading && title.share(of: text(of: link, upTo: 400)) <= 0.75
        }
    }
}
