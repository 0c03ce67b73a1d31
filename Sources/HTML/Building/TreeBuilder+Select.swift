extension TreeBuilder {
    /// Fills each `selectedcontent` with a copy of the selected option of its `select`.
    ///
    /// Browsers do this whenever an option ends; the result is the same.
    mutating func fillSelectedContents() {
        var filled: Set<NodeID> = []
        for content in selectedContents {
            guard let select = ancestor(of: content, .select), filled.insert(select).inserted,
                !hasAttribute(.multiple, select), let option = selectedOption(of: select),
                ancestor(of: content, .option) == nil
            else { continue }
            nodes[content.index].first = .none
            copyChildren(of: option, to: content)
        }
    }

    private func ancestor(of node: NodeID, _ tag: Tag) -> NodeID? {
        var id = nodes[node.index].parent
        while id != .none, !isHTML(id, tag) { id = nodes[id.index].parent }
        return id.ifAny
    }

    private func hasAttribute(_ attribute: Attribute, _ element: NodeID) -> Bool {
        tokenizer.attributes[nodes[element.index].attributes].contains { $0.name == attribute.rawValue }
    }

    /// The last option with a `selected` attribute, or the first option.
    private func selectedOption(of select: NodeID) -> NodeID? {
        var first: NodeID?
        var selected: NodeID?
        var id = following(select, in: select)
        while let node = id {
            if isHTML(node, .option) {
                if first == nil, !hasAttribute(.disabled, node) { first = node }
                if hasAttribute(.selected, node) { selected = node }
            }
            id = following(node, in: select)
        }
        return selected ?? first
    }

    /// The next node in document order, as long as it is inside `root`.
    private func following(_ id: NodeID, in root: NodeID) -> NodeID? {
        if let child = firstChild(of: id).ifAny { return child }
        var id = id
        while id != root {
            if let next = nodes[id.index].next.ifAny { return next }
            id = nodes[id.index].parent
        }
        return nil
    }

    private mutating func copyChildren(of source: NodeID, to target: NodeID) {
        // The parents of the copies, one per level.
        var parents = [target]
        var id = firstChild(of: source)
        while id != .none, nodes.count < Limits.nodes, let parent = parents.last {
            let copied = add(nodes[id.index].copy)
            append(copied, to: parent)
            let child = firstChild(of: id)
            if child != .none {
                parents.append(copied)
                id = child
                continue
            }
            while nodes[id.index].next == .none, nodes[id.index].parent != source {
                id = nodes[id.index].parent
                parents.removeLast()
            }
            id = nodes[id.index].next
        }
    }
}
