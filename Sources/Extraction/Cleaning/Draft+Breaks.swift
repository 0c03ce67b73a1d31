import HTML

extension Draft {
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
        while let next = nodePastBlanks(nextSibling(of: id)), tag(of: next) == .br {
            hasMore = true
            unlink(next)
        }
        return hasMore
    }

    private func startsBreaks(_ id: DraftID) -> Bool {
        guard tag(of: id) == .br, let next = nodePastBlanks(nextSibling(of: id)) else { return false }
        return tag(of: next) == .br
    }

    private func nodePastBlanks(_ id: DraftID?) -> DraftID? {
        var next = id
        while let id = next, nodes[id.index].traits.contains(.isBlank) { next = nextSibling(of: id) }
        return next
    }
}
