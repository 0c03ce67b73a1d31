import HTML

/// What is in force for the text to come: links and styles, which outlive the paragraph they began in.
///
/// HTML lets them overlap and extend beyond a block, and its standard handles that by opening them again (13.2.4.3).
/// Here they are a list, and each run of text has a chain of formats from the innermost outwards.
struct InlineFormats {
    enum Format: Equatable {
        case styled(InlineStyle)
        case link(target: String)
        case abbreviation(meaning: String)
    }

    /// A format and those around it.
    final class Chain {
        let format: Format
        let outer: Chain?
        let depth: Int
        /// Whether the format has had any text.
        var hasText = false

        init(_ format: Format, in outer: Chain?) {
            self.format = format
            self.outer = outer
            depth = outer.map { $0.depth + 1 } ?? 1
        }
    }

    private struct Entry {
        let serial: Int
        let element: Tag
        let format: Format?
        /// The number of open elements at its start.
        let openDepth: Int
        /// The innermost format, including this one if it changes anything.
        var chain: Chain?
    }

    private var entries: [Entry] = []
    private var serial = 0
    /// Formats below this index are outside the innermost cell.
    private(set) var floor = 0

    var innermost: Chain? { entries.last?.chain }

    /// Begins a format for an element and gives the number by which it can be ended; without one it only takes note of
    /// the element, so that its end tag ends no other.
    mutating func begin(_ format: Format?, for element: Tag, openDepth: Int) -> Int {
        if element.isFormat { keepFew(element) }
        serial += 1
        entries.append(
            Entry(
                serial: serial, element: element, format: format, openDepth: openDepth,
                chain: Self.chain(format, in: innermost)))
        return serial
    }

    /// Ends the format that the end tag of a format element ends, and says how many elements were open at its start.
    mutating func end(_ element: Tag) -> Int? {
        guard let index = entries[floor...].lastIndex(where: { $0.element == element }) else { return nil }
        let openDepth = entries[index].openDepth
        remove(at: index)
        return openDepth
    }

    mutating func end(serial: Int) {
        // It is usually the last.
        if let index = entries.lastIndex(where: { $0.serial == serial }) { remove(at: index) }
    }

    /// Protects the existing formats from end tags until `leave` restores them and ends the newer ones.
    mutating func enterCell() -> Int {
        defer { floor = entries.count }
        return floor
    }

    mutating func leaveCell(to outerFloor: Int) {
        entries.removeLast(entries.count - floor)
        floor = outerFloor
    }

    // Three of a kind are as many as the standard keeps of those that are never closed.
    private mutating func keepFew(_ element: Tag) {
        let same = entries[floor...].indices.filter { entries[$0].element == element }
        if same.count >= 3 { remove(at: same[0]) }
    }

    private mutating func remove(at index: Int) {
        let removed = entries.remove(at: index)
        // If it changed nothing, removing it changes nothing either.
        guard removed.chain !== (index > 0 ? entries[index - 1].chain : nil) else { return }
        for later in index..<entries.count {
            let outer = later > 0 ? entries[later - 1].chain : nil
            entries[later].chain = Self.chain(entries[later].format, in: outer)
        }
    }

    /// Returns the chain with a format, or the same chain if the format is already there.
    private static func chain(_ format: Format?, in outer: Chain?) -> Chain? {
        guard let format else { return outer }
        var link = outer
        while let next = link {
            if next.format.makesNeedless(format) { return outer }
            link = next.outer
        }
        return Chain(format, in: outer)
    }
}

extension InlineFormats.Format {
    /// Whether the other format has no effect inside this one: bold text can't get bolder, and a link contains no link.
    fileprivate func makesNeedless(_ other: Self) -> Bool {
        switch (self, other) {
        case (.link, .link), (.abbreviation, .abbreviation): true
        default: self == other
        }
    }

    func around(_ content: [Inline]) -> Inline {
        switch self {
        case .styled(let style): .styled(style, content)
        case .link(let target): .link(target: target, content)
        case .abbreviation(let meaning): .abbreviation(meaning: meaning, content)
        }
    }
}
