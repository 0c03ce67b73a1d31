import HTML
import System
import URLs

/// Where the article is on the pages of one site. A file named after the host has one instruction on each line:
///
///     # Comments begin with a number sign.
///     body: //div[@id='story']
///     strip: .related, .share
///     title: //h1
///     author: //span[contains(@class, 'author')]
///     date: //time/@datetime
///     next: a.next
///
/// What begins with a slash or a bracket is an XPath, anything else a CSS selector. Of several lines of one kind, the first
/// that matches counts; each `strip` counts.
package struct SiteRule: Sendable {
    private(set) var places: [Instruction: [Place]] = [:]

    enum Instruction: String {
        case body, strip, title, author, date, next
    }

    enum Place: Sendable {
        case path(XPath)
        case selector(Selector)
    }

    package init(parsing text: String) throws(SiteRuleFailure) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.onOneLine
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: ":", maxSplits: 1).map(\.onOneLine)
            guard parts.count == 2 else { throw SiteRuleFailure(line: index + 1, problem: "a colon is missing") }
            guard let instruction = Instruction(rawValue: parts[0]) else {
                throw SiteRuleFailure(line: index + 1, problem: "unknown instruction “\(parts[0])”")
            }
            do {
                places[instruction, default: []].append(try Self.place(parts[1]))
            } catch {
                throw SiteRuleFailure(line: index + 1, problem: error.description)
            }
        }
    }

    /// The names of files that may have the rule for a host, the most specific one first.
    package static func fileNames(forHost host: String) -> [String] {
        var names = [host]
        var rest = host.withoutWWW
        if rest != host { names.append(String(rest)) }
        while let dot = rest.firstIndex(of: "."), rest[rest.index(after: dot)...].contains(".") {
            rest = rest[rest.index(after: dot)...]
            names.append("." + rest)
        }
        return names
    }

    private static func place(_ text: String) throws(SelectorFailure) -> Place {
        if text.hasPrefix("/") || text.hasPrefix("(") { return .path(try XPath(text)) }
        return .selector(try Selector(text))
    }
}

/// The reason why a text isn't a site rule.
package struct SiteRuleFailure: Error, Equatable, CustomStringConvertible {
    package let line: Int
    package let problem: String

    package var description: String { "line \(line): \(problem)" }
}

extension SiteRule {
    /// The parts of the page that the rule names, without those that it strips; nil if it names none.
    func find(in pristine: ArticleDraft) -> ArticleSearch.Find? {
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
        return ArticleSearch.Find(article, in: draft, reason: "a rule for this site names it")
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

extension ArticleDraft {
    /// The outermost nodes that come from these of the page, in the order of the document.
    fileprivate func places(of sources: Set<NodeID>) -> [DraftID] {
        func isOne(_ id: DraftID) -> Bool {
            !nodes[id.index].traits.contains(.isMade) && sources.contains(nodes[id.index].source)
        }
        return isOne(.root) ? [.root] : outermost(where: isOne)
    }
}
