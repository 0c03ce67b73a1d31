import HTML
import System

/// Walks through a page once, removes what is certainly not part of the article, and makes paragraphs of loose texts.
struct Walk {
    private let title: Likeness
    /// Longer headings aren't compared with the title.
    private let longestTitle: Int
    private let thoroughness: Thoroughness
    /// The author, if the page names one beside the text.
    private(set) var byline: String?
    /// The elements whose text earns points.
    private(set) var scored: [DraftID] = []
    private var looksForByline: Bool
    private var looksForTitle = true
    /// The element that had the heading like the title.
    private(set) var titlePlace: DraftID?

    init(title: String, hasByline: Bool, thoroughness: Thoroughness) {
        self.title = Likeness(to: title)
        longestTitle = 4 * title.utf8.count
        self.thoroughness = thoroughness
        looksForByline = !hasByline
    }

    mutating func run(through draft: inout ArticleDraft) {
        var next = draft.node(after: .root, in: .root)
        while let id = next {
            guard !draft.isText(id) else {
                next = draft.node(after: id, in: .root)
                continue
            }
            if isRemoved(id, draft) {
                next = draft.nodePast(id, in: .root)
                // Of the elements around it, only the page's own counts are looked at before all is counted again.
                draft.counts[DraftID.root.index] -= draft.counts[id.index]
                draft.unlink(id)
                continue
            }
            if draft.tag(of: id).isScored { scored.append(id) }
            let place = draft.tag(of: id) == .div ? settle(id, &draft) : id
            next = draft.node(after: place, in: .root)
        }
    }

    private mutating func isRemoved(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        let node = draft.nodes[id.index]
        if looksForByline, let name = draft.byline(in: id) {
            byline = name
            looksForByline = false
            return true
        }
        if looksForTitle, node.tag == .h1 || node.tag == .h2, draft.counts[id.index].letters < longestTitle,
            title.share(of: draft.text(of: id, upTo: 1000)) > 0.75
        {
            looksForTitle = false
            titlePlace = draft.parent(of: id)
            return true
        }
        if draft.isNotice(id) { return true }
        if thoroughness.contains(.removesUnlikely), isUnlikely(id, draft) { return true }
        return (node.tag == .div || node.tag == .section || node.tag == .header || node.tag.isHeadline)
            && draft.isEmpty(id)
    }

    private func isUnlikely(_ id: DraftID, _ draft: ArticleDraft) -> Bool {
        let node = draft.nodes[id.index]
        if node.traits.contains(.hasRoleOfOthers) { return true }
        let hints = node.hints.all
        let isUnlikely = hints.contains(.isUnlikely) || hints.contains(.isHeader) && !node.tag.isHeadline
        guard isUnlikely, !hints.contains(.mayHold), node.tag != .a, node.tag != .body else {
            return false
        }
        // Its class may name what the article is about.
        if node.tag == .article || node.tag == .main, !hints.contains(.isDiscussion) { return false }
        // What holds most of the page's text is no edge of it, whatever its class says.
        if !hints.contains(.isDiscussion), 2 * draft.plainLetters(in: id) > draft.plainLetters(in: .root) {
            return false
        }
        return !draft.isInside(id, levels: 4) { $0.tag == .table || $0.tag == .code } && !draft.isEmbed(id)
    }

    /// Puts the loose text of a `div` into paragraphs. A `div` that is but one paragraph becomes it.
    private mutating func settle(_ id: DraftID, _ draft: inout ArticleDraft) -> DraftID {
        draft.wrapLooseText(in: id)
        if let only = draft.onlyChild(of: id), draft.tag(of: only) == .p, draft.counts[id.index].linkDensity < 0.25 {
            draft.nodes[only.index].hints.formUnion(draft.nodes[id.index].hints)
            draft.replace(id, with: only)
            scored.append(only)
            return only
        }
        if !draft.nodes[id.index].traits.contains(.holdsBlock) {
            draft.nodes[id.index].tag = .p
            scored.append(id)
        }
        return id
    }
}

extension ArticleDraft {
    /// Whether an element has neither text nor anything but line breaks.
    func isEmpty(_ id: DraftID) -> Bool {
        counts[id.index].letters == 0
            && hasOnlyChildren(id) { isText($0) || tag(of: $0) == .br || tag(of: $0) == .hr }
    }

    /// The only child, if there is but white space beside it.
    func onlyChild(of id: DraftID) -> DraftID? {
        var only: DraftID?
        var next = firstChild(of: id)
        while let child = next {
            if !nodes[child.index].traits.contains(.isBlank) {
                guard only == nil, !isText(child) else { return nil }
                only = child
            }
            next = nextSibling(of: child)
        }
        return only
    }

    /// Puts inline content that isn't in a paragraph into one.
    fileprivate mutating func wrapLooseText(in id: DraftID) {
        var paragraph: DraftID?
        var next = firstChild(of: id)
        while let child = next {
            next = nextSibling(of: child)
            guard isInline(child) else {
                trim(&paragraph)
                continue
            }
            if let paragraph {
                move(child, into: paragraph)
            } else if !isBlank(child) {
                let new = make(.p)
                insert(new, before: child)
                move(child, into: new)
                paragraph = new
                nodes[id.index].traits.insert(.holdsBlock)
            }
        }
        trim(&paragraph)
    }

    private mutating func trim(_ paragraph: inout DraftID?) {
        guard let finished = paragraph else { return }
        while let last = lastChild(of: finished), isBlank(last) {
            counts[finished.index] -= counts[last.index]
            unlink(last)
        }
        paragraph = nil
    }

    /// The author's name, if the element shows it.
    fileprivate func byline(in id: DraftID) -> String? {
        let node = nodes[id.index]
        let letters = counts[id.index].letters
        guard letters > 0, letters < 100 else { return nil }
        guard node.hints.all.contains(.isByline) || node.traits.contains(.namesAuthor) else { return nil }
        let name = elements(in: id) { _ in true }.first { utf8(.itemprop, of: $0)?.holds("name") == true }
        return text(of: name ?? id).unlessEmpty
    }

    /// Makes paragraphs of texts that are only separated by two line breaks or more.
    mutating func makeParagraphsOfBreaks() {
        for id in elements(in: .root, where: { $0.tag == .br }) {
            // Those that an earlier paragraph took away have no place any more.
            guard parent(of: id) != nil, removeBreaks(after: id) else { continue }
            let paragraph = make(.p)
            insert(paragraph, before: id)
            unlink(id)
            while let following = nextSibling(of: paragraph), isInline(following), !startsBreaks(following) {
                unlink(following)
                link(following, to: paragraph)
            }
            while let last = lastChild(of: paragraph), isBlank(last) { unlink(last) }
            if let parent = parent(of: paragraph), tag(of: parent) == .p { nodes[parent.index].tag = .div }
            var around = parent(of: paragraph)
            while let ancestor = around, !nodes[ancestor.index].traits.contains(.holdsBlock) {
                nodes[ancestor.index].traits.insert(.holdsBlock)
                around = parent(of: ancestor)
            }
        }
    }

    /// Removes the line breaks that follow one, and returns whether any did.
    private mutating func removeBreaks(after id: DraftID) -> Bool {
        var hasMore = false
        while let next = neighbour(of: id, \.next), tag(of: next) == .br {
            hasMore = true
            unlink(next)
        }
        return hasMore
    }

    private func startsBreaks(_ id: DraftID) -> Bool {
        guard tag(of: id) == .br, let next = neighbour(of: id, \.next) else { return false }
        return tag(of: next) == .br
    }
}
