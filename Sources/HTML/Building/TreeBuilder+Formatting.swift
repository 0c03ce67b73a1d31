/// A formatting element to reopen if its end tag is missing, or a marker (HTML Standard, 13.2.4.3).
struct FormattingEntry {
    /// The element; `none` for a marker.
    var element: NodeID
    /// A hash, equal for elements with the same name and attributes in any order.
    var likeness: UInt64 = 0

    static let marker = FormattingEntry(element: .none)
    var isMarker: Bool { element == .none }
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
        } else if formatting.count - index >= Limits.formattingElements {
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

    mutating func removeFormatting(at index: Int) {
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
        while index < formatting.count, nodes.count < Limits.nodes {
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

    mutating func replaceFormatting(at index: Int, with element: NodeID) {
        nodes[formatting[index].element.index].state.remove(.isFormatting)
        formatting[index].element = element
        nodes[element.index].state.insert(.isFormatting)
    }

    private func isSettled(_ entry: FormattingEntry) -> Bool {
        entry.isMarker || nodes[entry.element.index].state.contains(.isOpen)
    }
}
