/// First in, first out; what has gone out is let go of.
struct Queue<Element: Sendable>: Sendable {
    private var incoming: [Element] = []
    /// The next one comes last.
    private var outgoing: [Element] = []

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    mutating func append(_ element: Element) { incoming.append(element) }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
    }
}
