extension Draft {
    /// What becomes of an element that a walk has reached.
    enum Entry {
        case goIn, passBy, remove
    }

    /// Walks through the elements inside `root`, and removes those for which `enter` says so before their content, or
    /// `leave` after it. The counts are corrected as the walk leaves an element, so that depth costs nothing; before, they
    /// have what was inside at the beginning.
    mutating func walk(
        in root: DraftID, entering enter: (inout Draft, DraftID) -> Entry = { _, _ in .goIn },
        leaving leave: (Draft, DraftID) -> Bool = { _, _ in false }
    ) {
        // What the elements around the walk have lost, the root first.
        var lost = [Counts()]
        var next = firstChild(of: root)
        while let id = next {
            var isRemoved = false
            if !isText(id) {
                switch enter(&self, id) {
                case .goIn:
                    if let child = firstChild(of: id) {
                        lost.append(Counts())
                        next = child
                        continue
                    }
                    isRemoved = leave(self, id)
                case .passBy: isRemoved = leave(self, id)
                case .remove: isRemoved = true
                }
            }
            next = finish(id, isRemoved, &lost, root, leave)
        }
        correct(root, by: lost[0])
    }

    /// Leaves an element, and those that end with it. Returns the node that follows.
    private mutating func finish(
        _ id: DraftID, _ isRemoved: Bool, _ lost: inout [Counts], _ root: DraftID, _ leave: (Draft, DraftID) -> Bool
    ) -> DraftID? {
        var (id, isRemoved) = (id, isRemoved)
        while let around = parent(of: id) {
            let next = nextSibling(of: id)
            if isRemoved {
                lost[lost.count - 1] += counts[id.index]
                unlink(id)
            }
            if next != nil || around == root { return next }
            let inner = lost.removeLast()
            counts[around.index] -= inner
            lost[lost.count - 1] += inner
            isRemoved = leave(self, around)
            id = around
        }
        return nil
    }

    /// Takes a node out, and corrects the counts of the elements around it.
    mutating func remove(_ id: DraftID) {
        if let around = parent(of: id) { correct(around, by: counts[id.index]) }
        unlink(id)
    }

    /// Subtracts what an element has lost from its counts, and from those of the elements around it.
    private mutating func correct(_ id: DraftID, by lost: Counts) {
        guard lost != Counts() else { return }
        var next: DraftID? = id
        while let around = next {
            counts[around.index] -= lost
            next = parent(of: around)
        }
    }
}
