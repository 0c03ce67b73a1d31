import HTML
import System
import URLs

/// Takes the article out of a web page.
package struct Extractor: Sendable {
    private let feed: FeedKnowledge
    private let rule: SiteRule?

    /// - Parameters:
    ///   - feed: what the feed says of the page.
    ///   - rule: where the article is on the pages of this site.
    package init(feed: FeedKnowledge = FeedKnowledge(), rule: SiteRule? = nil) {
        self.feed = feed
        self.rule = rule
    }

    package func extract(_ page: WebPage) -> Extraction {
        if let refusal = page.refusalByKind { return .refused(refusal) }
        let tree = HTMLTree(decoding: page.bytes, labelledByServer: page.contentType.charset).settingFormulas()
        let head = PageHead(of: tree, at: page.url)
        var draft = ArticleDraft(of: tree)
        let hasPassword = draft.hasPassword
        draft.prepare()
        let blocks = draft.blocks
        for block in blocks where feed.sharedBlocks.contains(block.hash) { draft.remove(block.id) }
        let found = find(in: consume draft, head)
        let text = found.draft.plainText(inside: found.article)
        if let refusal = Obstacle(tree, head, hasPassword: hasPassword).refusal(text) { return .refused(refusal) }
        guard found.letters > 0 || found.draft.counts[found.article.index].images > 0 else {
            return .refused(.tooLittleText)
        }
        var metadata = feed.correcting(head.metadata)
        metadata.byline = metadata.byline ?? found.byline
        if let rule { metadata = rule.correcting(metadata, on: tree) }
        let next = rule?.nextPage(on: tree, base: head.base) ?? head.next
        return .article(
            ExtractedArticle(
                kind: found.kind, metadata: metadata,
                html: DraftWriter(found.draft, base: head.base).html(inside: found.article), text: text,
                letters: found.letters, nextPage: page.url.flatMap { NextPage.continuation(of: $0, at: next) }?.href,
                reason: found.reason, blocks: blocks.map(\.hash)))
    }

    private func find(in draft: consuming ArticleDraft, _ head: PageHead) -> ArticleSearch.Find {
        if let rule, let find = rule.find(in: copy draft) { return find }
        guard draft.nodes.count < ExtractionLimits.nodesToSearch else { return draft.wholePage }
        let (tree, unseen, shown) = (draft.tree, draft.unseen, draft.counts[DraftID.root.index].letters)
        let search = ArticleSearch(
            title: feed.title ?? head.metadata.title ?? "", hasByline: head.metadata.byline != nil, teaser: feed.teaser,
            head: head)
        var found = search.find(in: consume draft) ?? .nothing
        if rule == nil { found.yield(toOtherTextsOf: tree, unseen, showing: shown, search) }
        return found
    }
}

extension ArticleDraft {
    /// Makes the draft of a whole page ready to be searched.
    fileprivate mutating func prepare() {
        makeParagraphsOfBreaks()
        count(in: .root)
    }

    /// The text of a page too large to search, in its order.
    fileprivate var wholePage: ArticleSearch.Find {
        ArticleSearch.Find(
            draft: self, article: .root, letters: counts[DraftID.root.index].letters, byline: nil,
            reason: "the page is too large to look for its article")
    }
}

extension ArticleSearch.Find {
    /// What is found on a page without text.
    fileprivate static var nothing: Self { ArticleDraft(of: HTMLTree(parsing: [])).wholePage }

    /// Takes what the page shows only with scripts or without them, or what it has for search engines, if the page itself
    /// shows much less.
    fileprivate mutating func yield(
        toOtherTextsOf tree: HTMLTree, _ unseen: UnseenTexts, showing shown: Int, _ search: ArticleSearch
    ) {
        if let noscript = unseen.noscript, noscript.letters > 2 * letters {
            take(ArticleDraft(of: tree, inside: noscript.element), search, least: 80, because: nil)
        }
        // A page that is hidden until it is loaded has most of its text in one element.
        if letters < ArticleSearch.enough,
            let page = unseen.hidden.map({ ($0, tree.letters(in: $0, upTo: .max)) }).max(by: { $0.1 < $1.1 }),
            page.1 > shown
        {
            take(ArticleDraft(of: tree, inside: page.0), search, least: 80, because: nil)
        }
        if let linked = search.head?.metadata.text, linked.utf8.count >= ArticleSearch.enough {
            let draft = ArticleDraft(of: HTMLTree(parsing: ScriptTexts.html(of: linked)))
            take(
                draft, nil, least: ArticleSearch.enough, because: "the page shows less than its text for search engines"
            )
        }
        if letters < ArticleSearch.enough, let page = ScriptTexts.page(of: tree, titled: search.title) {
            take(
                ArticleDraft(of: HTMLTree(parsing: page)), search, least: ArticleSearch.enough,
                because: "the page has its text in a script")
        }
    }

    /// Takes the article of another draft if it is more than twice as long; all of it without a search.
    private mutating func take(
        _ other: consuming ArticleDraft, _ search: ArticleSearch?, least: Int, because reason: String?
    ) {
        other.prepare()
        guard other.counts[DraftID.root.index].letters > 2 * letters else { return }
        guard var find = search == nil ? other.wholePage : search?.find(in: other), find.letters >= least,
            find.letters > 2 * letters
        else { return }
        find.reason = reason ?? find.reason
        find.byline = byline
        self = find
    }
}

/// What was taken from a page.
package enum Extraction: Sendable {
    case article(ExtractedArticle)
    case refused(ExtractionRefusal)
}

/// The article of a web page.
package struct ExtractedArticle: Equatable, Sendable {
    package let kind: PageKind
    /// Its title, authors, date and so on.
    package let metadata: PageMetadata
    /// Its text as HTML without scripts and classes, and with absolute URLs. Captions are in `figcaption`.
    package let html: String
    /// Its text without captions, with a line for each block.
    package let text: String
    /// The number of letters in its text.
    package let letters: Int
    /// The page on which it goes on.
    package let nextPage: String?
    /// Why this part of the page was chosen, in plain words.
    package let reason: String
    /// Hashes of the page's blocks of text. What several pages of a feed share isn't part of an article.
    package let blocks: [UInt64]
}

/// The further pages of an article.
private enum NextPage {
    /// The URL if it is the next page of the same article: of the same origin, and different by a number only.
    static func continuation(of page: WebURL, at next: WebURL?) -> WebURL? {
        guard let next, next.isOnTheWeb, next.origin == page.origin, next.withoutFragment != page.withoutFragment else {
            return nil
        }
        return skeleton(of: next) == skeleton(of: page) ? next : nil
    }

    /// The path and the query without numbers of pages.
    private static func skeleton(of url: WebURL) -> [String] {
        var parts = url.path.split(separator: "/").map(String.init)
        while let last = parts.last, last == "page" || last == "seite" || last.isShortNumber { parts.removeLast() }
        if let last = parts.popLast() { parts.append(last.withoutTrailingNumber) }
        let query = (url.query ?? "").split(separator: "&").map(String.init).filter { parameter in
            !(parameter.split(separator: "=").last.map { String($0).isShortNumber } ?? false)
        }
        return parts + query
    }
}

extension String {
    fileprivate var isShortNumber: Bool {
        !isEmpty && utf8.count <= 3 && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// “story-2.html” as “story.html”.
    fileprivate var withoutTrailingNumber: String {
        let (stem, ending) = lastIndex(of: ".").map { (self[..<$0], self[$0...]) } ?? (self[...], "")
        let cut = stem.lastIndex { $0 == "-" || $0 == "_" || $0 == "," }
        guard let cut, String(stem[stem.index(after: cut)...]).isShortNumber else { return self }
        return String(stem[..<cut]) + ending
    }
}

/// Why no article was taken from a page.
package enum ExtractionRefusal: Error, Equatable, Sendable {
    /// Not a web page but this media type.
    case notHTML(String)
    case pdf
    case video
    case feed
    /// Asks for a user name and a password.
    case login
    /// Asks for consent before it shows anything.
    case consent
    /// Shows its text only with JavaScript.
    case needsScripts
    case tooLittleText
    case tooLarge
}

extension ExtractionRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notHTML(let type): "not a web page: \(type)"
        case .pdf: "a PDF, not a web page"
        case .video: "a video with little text"
        case .feed: "a feed, not an article"
        case .login: "the page asks you to log in"
        case .consent: "the page asks for consent first"
        case .needsScripts: "the page needs JavaScript"
        case .tooLittleText: "the page has too little text"
        case .tooLarge: "the page is larger than \(ExtractionLimits.bytes >> 20) MB"
        }
    }
}
