/// The elements that are open at a place of the document, and which of them a tag closes.
struct OpenElements {
    struct Element {
        let name: Range<Int>
        let hash: NameHash
        let traits: ElementTraits
        var hasChildren = false
    }

    private(set) var all: [Element] = []
    /// The depth of the innermost title, description or the like that is open.
    private(set) var partDepth: Int?

    /// How many of them are SVG's or MathML's outermost.
    private var foreign = 0

    var innermost: Element? { all.last }

    /// Whether names of other languages are to be expected.
    var isForeign: Bool { foreign > 0 }

    var part: Element? { partDepth.map { all[$0] } }

    var isEmpty: Bool { all.isEmpty }

    func contains(where matches: (Element) -> Bool) -> Bool { all.contains(where: matches) }

    mutating func open(_ element: Element) {
        noteChild()
        if partDepth == nil, !element.traits.isDisjoint(with: [.holdsText, .holdsHTML]) { partDepth = all.count }
        all.append(element)
        if element.traits.contains(.foreign) { foreign += 1 }
    }

    /// An element without content has come by.
    mutating func noteChild() {
        if !all.isEmpty { all[all.count - 1].hasChildren = true }
    }

    mutating func close() -> Element? {
        guard let element = all.popLast() else { return nil }
        if partDepth == all.count { partDepth = nil }
        if element.traits.contains(.foreign) { foreign -= 1 }
        return element
    }
}

extension OpenElements {
    /// How many elements have to be closed before a start tag makes sense where it stands.
    func closedByStart(of hash: NameHash, _ traits: ElementTraits) -> Int {
        if traits.contains(.item) {
            // Items don't stand in one another, nor in anything but their feed.
            guard let parent = all.lastIndex(where: { $0.traits.contains(.holdsItems) }) else { return 0 }
            return all.count - 1 - parent
        }
        if let part, let partDepth, endsPart(part, traits) { return all.count - partDepth }
        if traits.contains(.endedByNext), innermost?.hash == hash { return 1 }
        return 0
    }

    // Words are over where the next part of the feed begins, and so is HTML if HTML has no such element.
    private func endsPart(_ part: Element, _ traits: ElementTraits) -> Bool {
        guard traits.contains(.feed) else { return false }
        return part.traits.contains(.holdsText) || !traits.contains(.html)
    }

    /// How many elements an end tag closes; nil if it belongs to none that is open.
    func closedByEnd(of hash: NameHash, _ traits: ElementTraits) -> Int? {
        guard let depth = all.lastIndex(where: { $0.hash == hash }) else { return nil }
        // HTML in a description does not end what is around the description.
        if let partDepth, depth < partDepth, !traits.contains(.feed) { return nil }
        return all.count - depth
    }
}
