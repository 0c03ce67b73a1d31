extension TreeBuilder {
    var current: NodeID { open.last ?? .document }

    func currentIs(_ tag: Tag) -> Bool { isHTML(current, tag) }

    func currentIs(anyOf tags: Tag...) -> Bool {
        let node = nodes[current.index]
        return node.namespace == .html && tags.contains(node.tag)
    }

    mutating func push(_ id: NodeID) {
        open.append(id)
        nodes[id.index].state.insert(.isOpen)
        if isHTML(id, .p) { openParagraphs += 1 }
    }

    @discardableResult
    mutating func pop() -> NodeID? {
        guard let id = open.popLast() else { return nil }
        close(id)
        return id
    }

    mutating func removeFromStack(at index: Int) { close(open.remove(at: index)) }

    private mutating func close(_ id: NodeID) {
        nodes[id.index].state.remove(.isOpen)
        if isHTML(id, .p) { openParagraphs -= 1 }
    }

    /// Closes the deepest element if the next one would exceed the depth limit.
    mutating func makeRoom() {
        guard open.count >= Limits.depth, let id = pop() else { return }
        if nodes[id.index].state.contains(.isFormatting) { removeFromFormatting(id) }
        guard nodes[id.index].namespace == .html else { return }
        switch nodes[id.index].tag {
        case .applet, .marquee, .object, .td, .th, .caption: clearFormattingToMarker()
        case .template:
            clearFormattingToMarker()
            templateModes.removeLast()
        default: break
        }
    }

    mutating func pop(through tag: Tag) {
        while let id = pop(), !isHTML(id, tag) {}
    }

    mutating func popHeading() {
        while let id = pop(), !(nodes[id.index].namespace == .html && nodes[id.index].tag.isHeading) {}
    }

    mutating func pop(backTo tags: Tag...) {
        while open.count > 1 {
            let node = nodes[current.index]
            if node.namespace == .html, node.tag == .html || node.tag == .template || tags.contains(node.tag) { return }
            pop()
        }
    }

    func hasOpen(_ tag: Tag) -> Bool { open.contains { isHTML($0, tag) } }

    // MARK: Scopes (HTML Standard, 13.2.4.2)

    func isInScope(_ tag: Tag) -> Bool { isInScope { $0 == tag } }

    func isInScope(_ id: NodeID) -> Bool {
        for other in open.reversed() {
            if other == id { return true }
            if endsScope(nodes[other.index]) { return false }
        }
        return false
    }

    func isInScope(where matches: (Tag) -> Bool, or ends: (Tag) -> Bool = { _ in false }) -> Bool {
        for id in open.reversed() {
            let node = nodes[id.index]
            if node.namespace == .html {
                if matches(node.tag) { return true }
                if ends(node.tag) { return false }
            }
            if endsScope(node) { return false }
        }
        return false
    }

    func isInButtonScope(_ tag: Tag) -> Bool {
        if tag == .p, openParagraphs == 0 { return false }
        return isInScope(where: { $0 == tag }, or: { $0 == .button })
    }

    func isInListScope(_ tag: Tag) -> Bool {
        isInScope(where: { $0 == tag }, or: { $0 == .ol || $0 == .ul })
    }

    func isInTableScope(_ tag: Tag) -> Bool {
        for id in open.reversed() where nodes[id.index].namespace == .html {
            if nodes[id.index].tag == tag { return true }
            if nodes[id.index].tag.endsTableScope { return false }
        }
        return false
    }

    private func endsScope(_ node: Node) -> Bool {
        switch node.namespace {
        case .html: return node.tag.endsScope
        case .svg: return node.tag == .foreignObject || node.tag == .desc || node.tag == .title
        case .mathML: return isTextPoint(node) || node.tag == .annotationXML
        }
    }

    // MARK: Implied end tags

    mutating func popImplied(except tag: Tag = .unknown) {
        while let id = open.last, nodes[id.index].namespace == .html, nodes[id.index].tag != tag,
            nodes[id.index].tag.hasImpliedEnd
        {
            pop()
        }
    }

    mutating func popAllImplied() {
        while let id = open.last, nodes[id.index].namespace == .html, nodes[id.index].tag.hasImpliedEndInTemplate {
            pop()
        }
    }

    mutating func closeParagraph() {
        popImplied(except: .p)
        pop(through: .p)
    }

    mutating func closeParagraphInButtonScope() { if isInButtonScope(.p) { closeParagraph() } }

    /// Sets the mode that fits the open elements (HTML Standard, 13.2.4.1).
    mutating func resetMode() {
        for index in open.indices.reversed() {
            let isLast = index == 0
            let node = nodes[(isLast ? context ?? open[0] : open[index]).index]
            guard node.namespace == .html || isLast else { continue }
            if let found = mode(for: node, isLast: isLast) {
                mode = found
                return
            }
        }
        mode = .inBody
    }

    private func mode(for node: Node, isLast: Bool) -> InsertionMode? {
        guard node.namespace == .html else { return .inBody }
        switch node.tag {
        case .td where !isLast, .th where !isLast: return .inCell
        case .tr: return .inRow
        case .tbody, .thead, .tfoot: return .inTableBody
        case .caption: return .inCaption
        case .colgroup: return .inColumnGroup
        case .table: return .inTable
        case .template: return templateModes.last ?? .inBody
        case .head where !isLast: return .inHead
        case .body: return .inBody
        case .frameset: return .inFrameset
        case .html: return head == nil ? .beforeHead : .afterHead
        default: return isLast ? .inBody : nil
        }
    }
}
