import Addresses
import HTML

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
        let tree = HTMLTree(decoding: page.bytes, labelledByServer: page.charset)
        let head = PageHead(of: tree, at: page.url)
        var draft = Draft(of: tree)
        draft.makeParagraphsOfBreaks()
        draft.count(in: .root)
        let blocks = draft.blocks(in: .root)
        for block in blocks where feed.sharedBlocks.contains(block.hash) { draft.remove(block.id) }
        let found = find(in: consume draft, head)
        var content = found.map { ArticleContent($0, base: head.base) } ?? ArticleContent()
        if rule == nil, let linked = head.metadata.text { content.yield(toTextForSearchEngines: linked) }
        if let refusal = Obstacle(tree, head).refusal(content.text) { return .refused(refusal) }
        guard !content.isEmpty else { return .refused(.tooLittleText) }
        var metadata = feed.correcting(head.metadata)
        metadata.byline = metadata.byline ?? found?.byline
        if let rule { metadata = rule.correcting(metadata, on: tree) }
        let next = rule?.nextPage(on: tree, base: head.base) ?? head.next
        return .article(
            Article(
                metadata: metadata, html: content.html, text: content.text, letters: content.letters,
                nextPage: page.url.flatMap { NextPage.continuation(of: $0, at: next) }?.href,
                reason: content.reason, blocks: blocks.map(\.hash)))
    }

    private func find(in draft: consuming Draft, _ head: PageHead) -> ArticleSearch.Find? {
        if let rule, let find = rule.find(in: copy draft) { return find }
        guard draft.nodes.count < Limits.nodesToSearch else { return draft.wholePage }
        let title = feed.title ?? head.metadata.title ?? ""
        return ArticleSearch(title: title, hasByline: head.metadata.byline != nil, teaser: feed.teaser).find(in: draft)
    }
}

extension Draft {
    /// The text of a page too large to search, in its order.
    fileprivate var wholePage: ArticleSearch.Find {
        ArticleSearch.Find(
            draft: self, article: .root, letters: counts[DraftID.root.index].letters, byline: nil,
            reason: "the page is too large to look for its article")
    }
}
