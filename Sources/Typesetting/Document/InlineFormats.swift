import HTML

/// The formats for the next text: links and styles, which can last longer than the paragraph in which they began.
///
/// In HTML they may overlap and extend beyond a block, and the standard reopens them then (13.2.4.3). Here they are a
/// list, and each run of text has a chain of formats from the innermost outwards.
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
        let element: HTMLTag
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

    /// Begins a format for an element and returns a number to end it. Without a format it only notes the element, so
    /// that its end tag doesn't end another one.
    mutating func begin(_ format: Format?, for element: HTMLTag, openDepth: Int) -> Int {
        if element.isFormat { keepFew(element) }
        serial += 1
        entries.append(
            Entry(
                serial: serial, element: element, format: format, openDepth: openDepth,
                chain: Self.chain(format, in: innermost)))
        return serial
    }

    /// Ends a format by its end tag, and returns the number of elements that were open at its start.
    mutating func end(_ element: HTMLTag) -> Int? {
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

    // The standard also keeps only three equal formats that are never closed.
    private mutating func keepFew(_ element: HTMLTag) {
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
            if next.format.makesRedundant(format) { return outer }
            link = next.outer
        }
        return Chain(format, in: outer)
    }
}

extension InlineFormats.Format {
    /// Whether the other format has no effect inside this one: bold text can't get bolder, and a link contains no link.
    fileprivate func makesRedundant(_ other: Self) -> Bool {
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
