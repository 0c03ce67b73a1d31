import HTML

extension Draft {
    /// Counts what is in each element, from the texts' own counts.
    mutating func count(in root: DraftID) {
        var id = root
        while true {
            // Down to the next leaf, and from there up until something follows.
            if !isText(id) { counts[id.index] = Counts() }
            if let child = firstChild(of: id) {
                id = child
                continue
            }
            while true {
                if !isText(id) { addOwnCounts(of: id) }
                if id == root { return }
                let node = nodes[id.index]
                counts[node.parent.index] += counts[id.index]
                if let next = node.next.ifAny {
                    id = next
                    break
                }
                id = node.parent
            }
        }
    }

    /// Adds to the counts of an element's content what the element is.
    private mutating func addOwnCounts(of id: DraftID) {
        let index = id.index
        switch nodes[index].tag {
        case .a:
            counts[index].linkTenths = counts[index].letters * (nodes[index].traits.contains(.leadsNearby) ? 3 : 10)
        case .p: counts[index].paragraphs += 1
        case .img: counts[index].images += 1
        case .li: counts[index].items += 1
        case .input: counts[index].inputs += 1
        case .ol, .ul: counts[index].listLetters = counts[index].letters
        default: break
        }
    }
}
