import HTML

extension Draft {
    /// Makes a draft of a page's body. Elements beyond the limit are left out.
    ///
    /// - Parameter showsHidden: whether what browsers don't show is read, too.
    init(of tree: HTMLTree, showsHidden: Bool = false) {
        self.init(tree)
        let body = tree.body
        let room = min(tree.nodeCount, Limits.nodes) * 9 / 8 + 16
        nodes.reserveCapacity(room)
        counts.reserveCapacity(room)
        var measure = TextMeasure()
        // The elements around the next node.
        var around = [
            (source: body, id: add(DraftNode(body, tree.tag(of: body), ElementMarks(of: body, in: tree)), to: .none))
        ]
        var next = tree.firstChild(of: body)
        while let source = next, nodes.count < Limits.nodes {
            while let last = around.last, tree.parent(of: source) != last.source { around.removeLast() }
            guard let parent = around.last?.id else { break }
            next = tree.nodePast(source, in: body)
            switch tree.kind(of: source) {
            case .text:
                let (counts, isBlank) = tree.withUTF8(of: source) { measure.measure($0) }
                let traits: DraftNode.Traits = isBlank ? [.isText, .isBlank] : .isText
                add(DraftNode(source: source, tag: .unknown, traits: traits, hints: .init()), counts, to: parent)
            case .element where tree.tag(of: source) == .noscript && !holdsArticle(source):
                showImage(of: source, after: lastChild(of: parent))
            case .element where !tree.tag(of: source).isNeverRead || tree.tag(of: source) == .noscript:
                let marks = ElementMarks(of: source, in: tree)
                guard showsHidden || !marks.isHidden else { continue }
                around.append((source, add(DraftNode(source, tree.tag(of: source), marks), to: parent)))
                next = tree.node(after: source, in: body)
            default: break
            }
        }
        classify()
    }

    /// Gets room for scores, and for the elements that an attempt makes, so that a copy's arrays move only once.
    mutating func makeRoomForAttempt() {
        let room = nodes.count + nodes.count / 8 + 16
        nodes.reserveCapacity(room)
        counts.reserveCapacity(room)
        scores.reserveCapacity(room)
        scores.append(contentsOf: repeatElement(0, count: nodes.count))
    }

    @discardableResult
    private mutating func add(_ node: DraftNode, _ itsCounts: Counts = Counts(), to parent: DraftID) -> DraftID {
        let id = DraftID(nodes.count)
        nodes.append(node)
        counts.append(itsCounts)
        if parent != .none { link(id, to: parent) }
        return id
    }

    /// Whether a page shows its whole text only without scripts.
    private func holdsArticle(_ noscript: NodeID) -> Bool {
        var letters = 0
        var next = tree.firstChild(of: noscript)
        while let id = next, letters < 500 {
            if tree.kind(of: id) == .text { letters += tree.utf8(of: id).count }
            next = tree.node(after: id, in: noscript)
        }
        return letters >= 500
    }

    /// Shows the image that a page without scripts shows instead of a placeholder before it.
    private mutating func showImage(of noscript: NodeID, after placeholder: DraftID?) {
        guard var place = placeholder else { return }
        if nodes[place.index].traits.contains(.isBlank), let before = nodes[place.index].previous.ifAny {
            place = before
        }
        var next: DraftID? = place
        var images: [DraftID] = []
        while let id = next, images.count < 2 {
            if tag(of: id) == .img { images.append(id) }
            if isText(id), !isBlank(id) { return }
            next = node(after: id, in: place)
        }
        guard images.count == 1, let image = tree.onlyImage(in: noscript) else { return }
        nodes[images[0].index].source = image
    }

    /// Notes which elements have blocks inside.
    private mutating func classify() {
        for index in nodes.indices.reversed() {
            let node = nodes[index]
            guard let parent = node.parent.ifAny, !node.traits.contains(.isText) else { continue }
            if node.tag.isBlock || node.traits.contains(.holdsBlock) {
                nodes[parent.index].traits.insert(.holdsBlock)
            }
            if tag(of: parent).isInlineAsItsContent, !isInline(DraftID(index)) {
                nodes[parent.index].traits.insert(.holdsFlow)
            }
        }
    }
}

extension DraftNode {
    fileprivate init(_ source: NodeID, _ tag: Tag, _ marks: ElementMarks) {
        self.init(source: source, tag: tag == .font ? .span : tag, traits: marks.traits, hints: marks.hints)
        if tag != .a { traits.remove(.leadsNearby) }
    }
}

extension HTMLTree {
    /// The body; the whole document if it has none, as pages with frames.
    var body: NodeID {
        var next = firstChild(of: root)
        while let id = next {
            if tag(of: id) == .body, kind(of: id) == .element { return id }
            next = tag(of: id) == .html && kind(of: id) == .element ? firstChild(of: id) : nextSibling(of: id)
        }
        return root
    }

    fileprivate func onlyImage(in root: NodeID) -> NodeID? {
        var image: NodeID?
        var next = firstChild(of: root)
        while let id = next {
            if kind(of: id) == .text, utf8(of: id).contains(where: { $0 > 0x20 }) { return nil }
            if kind(of: id) == .element, tag(of: id) == .img {
                guard image == nil else { return nil }
                image = id
            }
            next = node(after: id, in: root)
        }
        return image
    }
}
