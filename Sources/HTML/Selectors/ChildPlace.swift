/// Counts the children of an element, for `:nth-child()` and its relatives.
struct ChildPlace {
    private var count = 0
    private var total = 0
    private var counts: [UInt32: Int] = [:]
    private var totals: [UInt32: Int] = [:]

    /// An element's number from the start and from the end, among all elements and among those with its name.
    struct Numbers {
        var all = (fromStart: 0, fromEnd: 0)
        var ofType = (fromStart: 0, fromEnd: 0)
    }

    /// Moves to the next child. The first call counts all children, for numbers from the end.
    mutating func next(_ id: NodeID, in tree: HTMLTree, countsTypes: Bool) -> Numbers {
        if count == 0 { countAll(from: id, in: tree, countsTypes: countsTypes) }
        count += 1
        var numbers = Numbers()
        numbers.all = (count, total - count + 1)
        if countsTypes {
            let name = tree.nodes[id.index].name
            counts[name, default: 0] += 1
            let number = counts[name] ?? 0
            numbers.ofType = (number, (totals[name] ?? 0) - number + 1)
        }
        return numbers
    }

    private mutating func countAll(from first: NodeID, in tree: HTMLTree, countsTypes: Bool) {
        var next: NodeID? = first
        while let id = next {
            if tree.kind(of: id) == .element {
                total += 1
                if countsTypes { totals[tree.nodes[id.index].name, default: 0] += 1 }
            }
            next = tree.nextSibling(of: id)
        }
    }
}
