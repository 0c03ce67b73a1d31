import HTML

extension Draft {
    /// Makes an element with no place yet.
    mutating func make(_ tag: Tag) -> DraftID {
        let id = DraftID(nodes.count)
        // It has no source; that of the root is as good as any.
        nodes.append(DraftNode(source: nodes[0].source, tag: tag, traits: .isMade, hints: .init()))
        counts.append(Counts())
        if !scores.isEmpty { scores.append(0) }
        return id
    }

    /// Moves a node into an element, as its last child, together with its counts.
    mutating func move(_ id: DraftID, into element: DraftID) {
        unlink(id)
        link(id, to: element)
        counts[element.index] += counts[id.index]
    }

    /// Puts a node without a place before another.
    mutating func insert(_ id: DraftID, before next: DraftID) {
        let parent = nodes[next.index].parent
        let previous = nodes[next.index].previous
        nodes[id.index].parent = parent
        nodes[id.index].next = next
        nodes[id.index].previous = previous
        nodes[next.index].previous = id
        if previous == .none { nodes[parent.index].first = id } else { nodes[previous.index].next = id }
    }

    /// Puts a descendant in the place of an element; what else the element has is lost.
    mutating func replace(_ id: DraftID, with inner: DraftID) {
        unlink(inner)
        insert(inner, before: id)
        unlink(id)
    }

    /// Adds a node without a place as the last child.
    mutating func link(_ id: DraftID, to parent: DraftID) {
        let last = nodes[parent.index].last
        nodes[id.index].parent = parent
        nodes[id.index].previous = last
        if last == .none { nodes[parent.index].first = id } else { nodes[last.index].next = id }
        nodes[parent.index].last = id
    }

    /// Puts a node without a place before everything in an element.
    mutating func insertFirst(_ id: DraftID, in element: DraftID) {
        if let first = firstChild(of: element) { insert(id, before: first) } else { link(id, to: element) }
    }

    /// Takes a node out, with the counts left as they are.
    mutating func unlink(_ id: DraftID) {
        let (parent, previous, next) = (nodes[id.index].parent, nodes[id.index].previous, nodes[id.index].next)
        if previous != .none {
            nodes[previous.index].next = next
        } else if parent != .none {
            nodes[parent.index].first = next
        }
        if next != .none {
            nodes[next.index].previous = previous
        } else if parent != .none {
            nodes[parent.index].last = previous
        }
        (nodes[id.index].parent, nodes[id.index].previous, nodes[id.index].next) = (.none, .none, .none)
    }
}
