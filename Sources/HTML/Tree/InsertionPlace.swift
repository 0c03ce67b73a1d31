import System

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

    mutating func insertComment(_ comment: Comment, in parent: NodeID? = nil) {
        let place = parent.map { InsertionPlace(parent: $0) } ?? insertionPlace()
        link(add(Node(kind: comment.kind, text: comment.text)), at: place)
    }

    /// Inserts an element without a tag in the source.
    mutating func insert(implied tag: HTMLTag) {
        insertOpen(Node(element: UInt32(tag.rawValue)))
    }

    /// Inserts an element for the last tag.
    mutating func insertElement() { insertOpen(elementOfTag()) }

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

    func isHTML(_ id: NodeID, _ tag: HTMLTag) -> Bool { nodes[id.index].isHTML(tag) }

    func byte(at offset: Int, of text: TextRange) -> UInt8 {
        let index = text.range.lowerBound + offset
        return text.isInBuffer ? tokenizer.buffer[index] : tokenizer.source[index]
    }

    /// The number of bytes of white space at the start of a text.
    func leadingSpaces(of text: TextRange) -> Int {
        var length = 0
        while length < text.count, byte(at: length, of: text).isHTMLSpace { length += 1 }
        return length
    }

    func isBlank(_ text: TextRange) -> Bool { leadingSpaces(of: text) == text.count }

    /// Whether it is a NUL, which the tokenizer returns as a separate token.
    func isNUL(_ text: TextRange) -> Bool { text.count == 1 && byte(at: 0, of: text) == 0 }

    /// Removes the white space at the start of a text from the token and returns it.
    func takeSpaces(from token: inout Token) -> TextRange? {
        guard case .text(let text) = token else { return nil }
        let length = leadingSpaces(of: text)
        guard length > 0 else { return nil }
        token = .text(text.dropping(first: length))
        return text.prefix(length)
    }

    /// Handles what means the same in and around the head and in column groups: inserts white space and comments, and
    /// skips doctypes. Returns true if this was the whole token.
    mutating func handleCommon(_ token: inout Token) -> Bool {
        if let spaces = takeSpaces(from: &token) { insert(spaces) }
        switch token {
        case .text(let text): return text.isEmpty
        case .comment(let text):
            insertComment(text)
            return true
        case .doctype: return true
        default: return false
        }
    }

    /// Inserts a text, or appends it to an adjacent one.
    mutating func insert(_ text: TextRange) {
        guard !text.isEmpty else { return }
        let place = insertionPlace()
        guard place.parent != .document else { return }
        let neighbour = neighbour(before: place)
        if neighbour != .none, nodes[neighbour.index].kind == .text { return extend(neighbour, by: text) }
        link(add(Node(kind: .text, text: text)), at: place)
    }

    mutating func insertReplacementCharacter() {
        let start = tokenizer.buffer.count
        tokenizer.buffer += "\u{FFFD}".utf8
        insert(TextRange(buffer: start..<tokenizer.buffer.count))
    }

    /// Extends a text in place if possible, and otherwise moves it to the end of the buffer.
    ///
    /// A text that moves again doubles its capacity, so that texts that grow by turns take linear time.
    private mutating func extend(_ id: NodeID, by more: TextRange) {
        let old = nodes[id.index].text
        let isAdjacent = old.isInBuffer == more.isInBuffer && old.range.upperBound == more.range.lowerBound
        let room = nodes[id.index].first == .none ? 0 : Int(nodes[id.index].first.number)
        if isAdjacent, room == 0 {
            nodes[id.index].text.count += more.count
            return
        }
        let length = Int(old.count) + Int(more.count)
        guard length <= Int(Node.longestText) else { return }
        if old.isInBuffer, length <= room {
            for offset in 0..<Int(more.count) {
                tokenizer.buffer[old.range.upperBound + offset] = byte(at: offset, of: more)
            }
            nodes[id.index].text.count = UInt32(length)
            return
        }
        if old.isInBuffer, room == 0, old.range.upperBound == tokenizer.buffer.count {
            appendToBuffer(more)
            nodes[id.index].text.count = UInt32(length)
            return
        }
        let start = tokenizer.buffer.count
        tokenizer.buffer.reserveCapacity(start + length)
        appendToBuffer(old)
        appendToBuffer(more)
        if old.isInBuffer {
            tokenizer.buffer += repeatElement(0, count: length)
            nodes[id.index].first = NodeID(UInt32(2 * length))
        }
        nodes[id.index].text = TextRange(buffer: start..<start + length)
    }

    private mutating func appendToBuffer(_ text: TextRange) {
        if text.isInBuffer {
            // The buffer can't be read while it is written, so this copies byte by byte.
            for index in text.range { tokenizer.buffer.append(tokenizer.buffer[index]) }
        } else {
            tokenizer.buffer += tokenizer.source.part(text.range)
        }
    }

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

    private func ancestor(of node: NodeID, _ tag: HTMLTag) -> NodeID? {
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
        while id != .none, nodes.count < HTMLLimits.nodes, let parent = parents.last {
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
