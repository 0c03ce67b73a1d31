/// A formatting element to reopen if its end tag is missing, or a marker (HTML Standard, 13.2.4.3).
struct FormattingEntry {
    /// The element; `none` for a marker.
    var element: NodeID
    /// A hash, equal for elements with the same name and attributes in any order.
    var likeness: UInt64 = 0

    static let marker = FormattingEntry(element: .none)
    fileprivate var isMarker: Bool { element == .none }
}

extension TreeBuilder {
    /// Adds the current node. The list keeps at most three equal elements (the standard's “Noah's Ark clause”).
    mutating func pushFormatting() {
        let entry = FormattingEntry(element: current, likeness: likeness(of: current))
        var earliest: Int?
        var alike = 0
        var index = formatting.count
        while index > 0, !formatting[index - 1].isMarker {
            index -= 1
            guard formatting[index].likeness == entry.likeness else { continue }
            alike += 1
            earliest = index
        }
        if alike >= 3, let earliest {
            removeFormatting(at: earliest)
        } else if formatting.count - index >= HTMLLimits.formattingElements {
            removeFormatting(at: index)
        }
        formatting.append(entry)
        nodes[entry.element.index].state.insert(.isFormatting)
    }

    private func likeness(of element: NodeID) -> UInt64 {
        let node = nodes[element.index]
        var sum: UInt64 = 0
        for attribute in tokenizer.attributes[node.attributes] {
            var hasher = Hasher()
            hasher.combine(attribute.name)
            let range = attribute.value.range
            if attribute.value.isInBuffer {
                tokenizer.buffer[range].withUnsafeBytes { hasher.combine(bytes: $0) }
            } else {
                hasher.combine(bytes: tokenizer.source.part(range))
            }
            sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
        }
        var hasher = Hasher()
        hasher.combine(node.name)
        hasher.combine(node.attributes.count)
        hasher.combine(sum)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    mutating func pushMarker() { formatting.append(.marker) }

    mutating func clearFormattingToMarker() {
        while let entry = formatting.popLast(), !entry.isMarker {
            nodes[entry.element.index].state.remove(.isFormatting)
        }
    }

    private mutating func removeFormatting(at index: Int) {
        let entry = formatting.remove(at: index)
        if !entry.isMarker { nodes[entry.element.index].state.remove(.isFormatting) }
    }

    mutating func removeFromFormatting(_ id: NodeID) {
        if let index = formatting.lastIndex(where: { $0.element == id }) { removeFormatting(at: index) }
    }

    /// The last formatting element with this name after the last marker.
    func lastFormatting(named name: UInt32) -> NodeID? {
        for entry in formatting.reversed() {
            if entry.isMarker { return nil }
            if nodes[entry.element.index].name == name { return entry.element }
        }
        return nil
    }

    /// Reopens formatting elements that were closed without their end tags.
    mutating func reconstructFormatting() {
        guard let last = formatting.last, !isSettled(last) else { return }
        var index = formatting.count - 1
        while index > 0, !isSettled(formatting[index - 1]) { index -= 1 }
        while index < formatting.count, nodes.count < HTMLLimits.nodes {
            makeRoom()
            // Enforcing the depth limit can remove elements from the list.
            guard index < formatting.count else { return }
            let element = copy(of: formatting[index].element)
            link(element, at: insertionPlace())
            replaceFormatting(at: index, with: element)
            push(element)
            index += 1
        }
    }

    private mutating func replaceFormatting(at index: Int, with element: NodeID) {
        nodes[formatting[index].element.index].state.remove(.isFormatting)
        formatting[index].element = element
        nodes[element.index].state.insert(.isFormatting)
    }

    private func isSettled(_ entry: FormattingEntry) -> Bool {
        entry.isMarker || nodes[entry.element.index].state.contains(.isOpen)
    }

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
            if nodes.count >= HTMLLimits.nodes { return }
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
            stepsLeft -= 1
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
