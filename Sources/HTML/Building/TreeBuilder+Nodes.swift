/// A position for a node: before another, or as the last child.
struct InsertionPlace {
    let parent: NodeID
    var before = NodeID.none
}

extension TreeBuilder {
    /// Adds a node outside the tree. The arrays grow by a quarter instead of doubling, to save memory.
    mutating func add(_ node: Node) -> NodeID {
        if nodes.count == nodes.capacity { nodes.reserveCapacity(nodes.count + nodes.count / 4 + 64) }
        nodes.append(node)
        return NodeID(UInt32(nodes.count - 1))
    }

    /// The last child of a node; `none` for a text.
    func lastChild(of id: NodeID) -> NodeID {
        let first = firstChild(of: id)
        return first == .none ? .none : nodes[first.index].previous
    }

    func firstChild(of id: NodeID) -> NodeID { nodes[id.index].kind == .text ? .none : nodes[id.index].first }

    /// The node before a position.
    func neighbour(before place: InsertionPlace) -> NodeID {
        if place.before == .none { return lastChild(of: place.parent) }
        return nodes[place.parent.index].first == place.before ? .none : nodes[place.before.index].previous
    }

    mutating func link(_ node: NodeID, at place: InsertionPlace) {
        let next = place.before
        let previous = neighbour(before: place)
        let first = nodes[place.parent.index].first
        nodes[node.index].parent = place.parent
        nodes[node.index].next = next
        // The first child's `previous` is the last child.
        nodes[node.index].previous = previous != .none ? previous : next == .none ? node : nodes[next.index].previous
        if previous == .none {
            nodes[place.parent.index].first = node
        } else {
            nodes[previous.index].next = node
        }
        if next != .none {
            nodes[next.index].previous = node
        } else if first != .none {
            nodes[first.index].previous = node
        }
    }

    mutating func append(_ node: NodeID, to parent: NodeID) { link(node, at: InsertionPlace(parent: parent)) }

    /// Removes a node with its descendants from its parent.
    mutating func detach(_ node: NodeID) {
        let (parent, previous, next) = (nodes[node.index].parent, nodes[node.index].previous, nodes[node.index].next)
        guard parent != .none else { return }
        let first = nodes[parent.index].first
        if first == node { nodes[parent.index].first = next } else { nodes[previous.index].next = next }
        if next != .none {
            nodes[next.index].previous = previous
        } else if first != node {
            nodes[first.index].previous = previous
        }
        nodes[node.index].parent = .none
        nodes[node.index].previous = .none
        nodes[node.index].next = .none
    }

    /// Moves all children into an element without children.
    mutating func moveChildren(of old: NodeID, to new: NodeID) {
        var child = nodes[old.index].first
        nodes[new.index].first = child
        nodes[old.index].first = .none
        while child != .none {
            nodes[child.index].parent = new
            child = nodes[child.index].next
        }
    }

    /// The position of the next node in an element, by default the current node (HTML Standard, 13.2.6.1).
    func insertionPlace(in override: NodeID? = nil) -> InsertionPlace {
        let target = override ?? open.last ?? .document
        let node = nodes[target.index]
        guard isFosterParenting, node.namespace == .html, node.tag.isTablePart else {
            return InsertionPlace(parent: target)
        }
        guard let index = open.lastIndex(where: { isHTML($0, .table) || isHTML($0, .template) }) else {
            return InsertionPlace(parent: open.first ?? .document)
        }
        let found = open[index]
        if isHTML(found, .template) { return InsertionPlace(parent: found) }
        let parent = nodes[found.index].parent
        if parent != .none { return InsertionPlace(parent: parent, before: found) }
        return InsertionPlace(parent: index > 0 ? open[index - 1] : .document)
    }

    mutating func insertComment(_ text: TextRange, in parent: NodeID? = nil) {
        let place = parent.map { InsertionPlace(parent: $0) } ?? insertionPlace()
        link(add(Node(kind: .comment, text: text)), at: place)
    }

    /// Inserts an element without a tag in the source.
    mutating func insert(implied tag: Tag) {
        insertOpen(Node(element: UInt32(tag.rawValue)))
    }

    /// Inserts an element for the last tag.
    mutating func insertElement() { insertOpen(elementOfTag()) }

    /// Inserts a void element.
    mutating func insertVoidElement() {
        insertElement()
        pop()
    }

    mutating func elementOfTag() -> Node {
        var node = Node(element: tokenizer.name)
        node.attributes = tokenizer.keptAttributes..<tokenizer.attributes.count
        tokenizer.keepAttributes()
        return node
    }

    mutating func insertOpen(_ node: Node) {
        makeRoom()
        let place = insertionPlace()
        let id = add(node)
        link(id, at: place)
        push(id)
        if node.tag == .selectedcontent { selectedContents.append(id) }
    }

    /// Copies an element's name and attributes.
    mutating func copy(of element: NodeID) -> NodeID {
        add(nodes[element.index].copy)
    }

    func isHTML(_ id: NodeID, _ tag: Tag) -> Bool { nodes[id.index].isHTML(tag) }
}
