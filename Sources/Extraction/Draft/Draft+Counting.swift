import HTML

extension Draft {
    /// Counts what is in each element, from the texts' own counts.
    mutating func count(in root: DraftID) {
        var order: [DraftID] = []
        order.reserveCapacity(nodes.count)
        var next: DraftID? = root
        while let id = next {
            if !isText(id) { counts[id.index] = Counts() }
            order.append(id)
            next = node(after: id, in: root)
        }
        for id in order.reversed() {
            let node = nodes[id.index]
            var inside = counts[id.index]
            if !node.traits.contains(.isText) {
                switch node.tag {
                case .a: inside.linkTenths = inside.letters * (node.traits.contains(.leadsNearby) ? 3 : 10)
                case .p: inside.paragraphs += 1
                case .img: inside.images += 1
                case .li: inside.items += 1
                case .input: inside.inputs += 1
                case .ol, .ul: inside.listLetters = inside.letters
                default: break
                }
                counts[id.index] = inside
            }
            if id != root, node.parent != .none { counts[node.parent.index] += inside }
        }
    }
}
