extension TreeBuilder {
    /// The adoption agency: the end of a formatting element that other elements may overlap (HTML Standard, 13.2.6.4.7).
    mutating func endFormatting(named name: UInt32) {
        let top = nodes[current.index]
        if top.namespace == .html, top.name == name, !top.state.contains(.isFormatting) {
            pop()
            return
        }
        for _ in 0..<8 {
            guard let element = lastFormatting(named: name) else { return endOther(named: name) }
            guard let stackIndex = open.lastIndex(of: element) else { return removeFromFormatting(element) }
            guard isInScope(element) else { return }
            let blockIndex = open[(stackIndex + 1)...].firstIndex { isSpecial($0) }
            guard let blockIndex else {
                while open.count > stackIndex { pop() }
                return removeFromFormatting(element)
            }
            adopt(element, at: stackIndex, block: blockIndex)
            if nodes.count >= Limits.nodes { return }
        }
    }

    /// Moves the end of a formatting element above the block that it would split.
    private mutating func adopt(_ element: NodeID, at stackIndex: Int, block blockIndex: Int) {
        let block = open[blockIndex]
        let ancestor = open[stackIndex - 1]
        var bookmark = formatting.lastIndex { $0.element == element } ?? formatting.count
        var lastNode = block
        var index = blockIndex
        var steps = 0
        while true {
            steps += 1
            index -= 1
            var node = open[index]
            if node == element { break }
            if steps > 3, nodes[node.index].state.contains(.isFormatting) {
                let listIndex = formatting.lastIndex { $0.element == node } ?? formatting.count
                if listIndex < bookmark { bookmark -= 1 }
                removeFromFormatting(node)
            }
            guard nodes[node.index].state.contains(.isFormatting) else {
                removeFromStack(at: index)
                continue
            }
            let listIndex = formatting.lastIndex { $0.element == node } ?? formatting.count
            let clone = copy(of: node)
            replaceFormatting(at: listIndex, with: clone)
            nodes[node.index].state.remove(.isOpen)
            nodes[clone.index].state.insert(.isOpen)
            open[index] = clone
            node = clone
            if lastNode == block { bookmark = listIndex + 1 }
            detach(lastNode)
            append(lastNode, to: node)
            lastNode = node
        }
        detach(lastNode)
        link(lastNode, at: insertionPlace(in: ancestor))
        let clone = copy(of: element)
        moveChildren(of: block, to: clone)
        append(clone, to: block)
        let listIndex = formatting.lastIndex { $0.element == element } ?? formatting.count
        let entry = FormattingEntry(element: clone, likeness: formatting[listIndex].likeness)
        removeFormatting(at: listIndex)
        if listIndex < bookmark { bookmark -= 1 }
        formatting.insert(entry, at: bookmark)
        nodes[clone.index].state.insert([.isFormatting, .isOpen])
        removeFromStack(at: open.lastIndex(of: element) ?? stackIndex)
        let place = open.lastIndex(of: block) ?? open.count - 1
        open.insert(clone, at: place + 1)
    }

    /// Handles an end tag without a special rule.
    mutating func endOther(named name: UInt32) {
        for index in open.indices.reversed() {
            let node = nodes[open[index].index]
            if node.namespace == .html, node.name == name {
                popImplied(except: node.tag == .unknown ? .unknown : node.tag)
                while open.count > index { pop() }
                return
            }
            if isSpecial(open[index]) { return }
        }
    }

    func isSpecial(_ id: NodeID) -> Bool {
        let node = nodes[id.index]
        switch node.namespace {
        case .html: return node.tag.isSpecial
        case .svg: return node.tag == .foreignObject || node.tag == .desc || node.tag == .title
        case .mathML: return isTextPoint(node) || node.tag == .annotationXML
        }
    }
}
