import Addresses
import HTML

extension SiteRule {
    /// The parts of the page that the rule names, without those that it strips; nil if it names none.
    func find(in pristine: Draft) -> ArticleSearch.Find? {
        var draft = pristine
        let stripped = nodes(for: .strip, on: draft.tree, all: true)
        for id in draft.places(of: Set(stripped)) where id != .root && draft.contains(.root, id) { draft.remove(id) }
        let bodies = draft.places(of: Set(nodes(for: .body, on: draft.tree, all: false)))
        guard !bodies.isEmpty else {
            guard !stripped.isEmpty else { return nil }
            return ArticleSearch(title: "", hasByline: true, teaser: nil).find(in: draft)
        }
        let article = draft.make(.div)
        for id in bodies where id == .root || draft.contains(.root, id) {
            draft.move(id, into: article)
            // The rule knows better than its class.
            draft.nodes[id.index].hints = DraftNode.Hints()
        }
        draft.count(in: article)
        ArticleCleaning(article, thoroughness: []).run(on: &draft)
        return ArticleSearch.Find(
            draft: draft, article: article, letters: draft.counts[article.index].letters, byline: nil,
            reason: "a rule for this site names it")
    }

    func correcting(_ metadata: PageMetadata, on tree: HTMLTree) -> PageMetadata {
        var metadata = metadata
        metadata.title = text(for: .title, on: tree) ?? metadata.title
        metadata.byline = text(for: .author, on: tree) ?? metadata.byline
        metadata.published = text(for: .date, on: tree) ?? metadata.published
        return metadata
    }

    func nextPage(on tree: HTMLTree, base: WebURL?) -> WebURL? {
        for place in places[.next] ?? [] {
            switch matches(of: place, on: tree).first {
            case .attribute(_, let value): return WebURL(value, base: base)
            case .node(let id): return tree.value(.href, of: id).flatMap { WebURL($0, base: base) }
            case nil: continue
            }
        }
        return nil
    }

    private func nodes(for instruction: Instruction, on tree: HTMLTree, all: Bool) -> [NodeID] {
        var found: [NodeID] = []
        for place in places[instruction] ?? [] where all || found.isEmpty {
            for case .node(let id) in matches(of: place, on: tree) { found.append(id) }
        }
        return found
    }

    private func text(for instruction: Instruction, on tree: HTMLTree) -> String? {
        for place in places[instruction] ?? [] {
            let texts = matches(of: place, on: tree).map { match in
                switch match {
                case .node(let id): tree.textContent(of: id).onOneLine
                case .attribute(_, let value): value.onOneLine
                }
            }
            let relevant = texts.filter { !$0.isEmpty }
            if !relevant.isEmpty {
                return instruction == .author ? relevant.joined(separator: ", ") : relevant[0]
            }
        }
        return nil
    }

    private func matches(of place: Place, on tree: HTMLTree) -> [XPath.Match] {
        switch place {
        case .path(let path): tree.matches(of: path)
        case .selector(let selector): tree.elements(matching: selector).map { .node($0) }
        }
    }
}

extension Draft {
    /// The outermost nodes that come from these of the page, in the order of the document.
    fileprivate func places(of sources: Set<NodeID>) -> [DraftID] {
        var found: [DraftID] = []
        var next: DraftID? = .root
        while let id = next {
            let node = nodes[id.index]
            if !node.traits.contains(.isMade), sources.contains(node.source) {
                found.append(id)
                next = nodePast(id, in: .root)
            } else {
                next = self.node(after: id, in: .root)
            }
        }
        return found
    }
}
