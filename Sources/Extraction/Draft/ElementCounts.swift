import HTML

/// What there is in an element, counted once and corrected when a part is removed, so that no text is read twice.
struct ElementCounts: Equatable {
    private var lanes: SIMD8<Int32> = .zero

    /// UTF-16 units, with white space in a row as one.
    var letters: Int {
        get { Int(lanes[0]) }
        set { lanes[0] = Int32(newValue) }
    }
    var commas: Int {
        get { Int(lanes[1]) }
        set { lanes[1] = Int32(newValue) }
    }
    /// Tenths of the letters in links. Links within the page count for three tenths.
    var linkTenths: Int {
        get { Int(lanes[2]) }
        set { lanes[2] = Int32(newValue) }
    }
    var paragraphs: Int {
        get { Int(lanes[3]) }
        set { lanes[3] = Int32(newValue) }
    }
    var images: Int {
        get { Int(lanes[4]) }
        set { lanes[4] = Int32(newValue) }
    }
    var items: Int {
        get { Int(lanes[5]) }
        set { lanes[5] = Int32(newValue) }
    }
    var inputs: Int {
        get { Int(lanes[6]) }
        set { lanes[6] = Int32(newValue) }
    }
    /// The letters in lists.
    var listLetters: Int {
        get { Int(lanes[7]) }
        set { lanes[7] = Int32(newValue) }
    }

    /// The part of the text that is links.
    var linkDensity: Double { letters == 0 ? 0 : Double(linkTenths) / 10 / Double(letters) }

    static func += (one: inout ElementCounts, other: ElementCounts) { one.lanes &+= other.lanes }
    static func -= (one: inout ElementCounts, other: ElementCounts) { one.lanes &-= other.lanes }
}

extension ArticleDraft {
    /// Makes a draft of a page's body. Elements beyond the limit are left out.
    ///
    /// - Parameter showsHidden: whether what browsers don't show is read, too.
    init(of tree: HTMLTree, showsHidden: Bool = false) {
        self.init(tree)
        let body = tree.body
        let room = min(tree.nodeCount, ExtractionLimits.nodes) * 9 / 8 + 16
        nodes.reserveCapacity(room)
        counts.reserveCapacity(room)
        var measure = TextMeasure()
        // The elements around the next node.
        var around = [
            (source: body, id: add(DraftNode(body, tree.tag(of: body), ElementMarks(of: body, in: tree)), to: .none))
        ]
        var next = tree.firstChild(of: body)
        while let source = next, nodes.count < ExtractionLimits.nodes {
            while let last = around.last, tree.parent(of: source) != last.source { around.removeLast() }
            guard let parent = around.last?.id else { break }
            next = tree.nodePast(source, in: body)
            switch tree.kind(of: source) {
            case .text:
                let (counts, isBlank) = tree.withUTF8(of: source) { measure.measure($0) }
                let traits: DraftNode.Traits = isBlank ? [.isText, .isBlank] : .isText
                add(DraftNode(source: source, tag: .unknown, traits: traits, hints: .init()), counts, to: parent)
            case .element where tree.tag(of: source) == .noscript && !holdsArticle(source):
                showImage(of: source, after: lastChild(of: parent))
            case .element where !tree.tag(of: source).isNeverRead || tree.tag(of: source) == .noscript:
                let marks = ElementMarks(of: source, in: tree)
                guard showsHidden || !marks.isHidden else { continue }
                around.append((source, add(DraftNode(source, tree.tag(of: source), marks), to: parent)))
                next = tree.node(after: source, in: body)
            default: break
            }
        }
        classify()
    }

    /// Gets room for scores, and for the elements that an attempt makes, so that a copy's arrays move only once.
    mutating func makeRoomForAttempt() {
        let room = nodes.count + nodes.count / 8 + 16
        nodes.reserveCapacity(room)
        counts.reserveCapacity(room)
        scores.reserveCapacity(room)
        scores.append(contentsOf: repeatElement(0, count: nodes.count))
    }

    @discardableResult
    private mutating func add(_ node: DraftNode, _ itsCounts: ElementCounts = ElementCounts(), to parent: DraftID)
        -> DraftID
    {
        let id = DraftID(nodes.count)
        nodes.append(node)
        counts.append(itsCounts)
        if parent != .none { link(id, to: parent) }
        return id
    }

    /// Whether a page shows its whole text only without scripts.
    private func holdsArticle(_ noscript: NodeID) -> Bool {
        var letters = 0
        var next = tree.firstChild(of: noscript)
        while let id = next, letters < 500 {
            if tree.kind(of: id) == .text { letters += tree.utf8(of: id).count }
            next = tree.node(after: id, in: noscript)
        }
        return letters >= 500
    }

    /// Shows the image that a page without scripts shows instead of a placeholder before it.
    private mutating func showImage(of noscript: NodeID, after placeholder: DraftID?) {
        guard var place = placeholder else { return }
        if nodes[place.index].traits.contains(.isBlank), let before = nodes[place.index].previous.ifAny {
            place = before
        }
        var next: DraftID? = place
        var images: [DraftID] = []
        while let id = next, images.count < 2 {
            if tag(of: id) == .img { images.append(id) }
            if isText(id), !isBlank(id) { return }
            next = node(after: id, in: place)
        }
        guard images.count == 1, let image = tree.onlyImage(in: noscript) else { return }
        nodes[images[0].index].source = image
    }

    /// Notes which elements have blocks inside.
    private mutating func classify() {
        for index in nodes.indices.reversed() {
            let node = nodes[index]
            guard let parent = node.parent.ifAny, !node.traits.contains(.isText) else { continue }
            if node.tag.isBlock || node.traits.contains(.holdsBlock) {
                nodes[parent.index].traits.insert(.holdsBlock)
            }
            if tag(of: parent).isInlineAsItsContent, !isInline(DraftID(index)) {
                nodes[parent.index].traits.insert(.holdsFlow)
            }
        }
    }
}

extension DraftNode {
    fileprivate init(_ source: NodeID, _ tag: HTMLTag, _ marks: ElementMarks) {
        self.init(source: source, tag: tag == .font ? .span : tag, traits: marks.traits, hints: marks.hints)
        if tag != .a { traits.remove(.leadsNearby) }
    }
}

extension HTMLTree {
    /// The body; the whole document if it has none, as pages with frames.
    var body: NodeID {
        var next = firstChild(of: root)
        while let id = next {
            if tag(of: id) == .body, kind(of: id) == .element { return id }
            next = tag(of: id) == .html && kind(of: id) == .element ? firstChild(of: id) : nextSibling(of: id)
        }
        return root
    }

    fileprivate func onlyImage(in root: NodeID) -> NodeID? {
        var image: NodeID?
        var next = firstChild(of: root)
        while let id = next {
            if kind(of: id) == .text, utf8(of: id).contains(where: { $0 > 0x20 }) { return nil }
            if kind(of: id) == .element, tag(of: id) == .img {
                guard image == nil else { return nil }
                image = id
            }
            next = node(after: id, in: root)
        }
        return image
    }
}

/// Counts the letters and commas of texts that follow one another.
private struct TextMeasure {
    /// Whether the last text ended in white space, or none came yet.
    private var isAfterSpace = true

    /// The counts of the next text, and whether it is only white space.
    mutating func measure(_ text: UnsafeBufferPointer<UInt8>) -> (counts: ElementCounts, isBlank: Bool) {
        var letters = 0
        var commas = 0
        var hasWord = false
        var at = 0
        while at < text.count {
            if at + 8 <= text.count {
                let eight = EightBytes(at: at, of: text)
                if eight.isASCII {
                    let spaces = eight.spaces
                    letters += 8 - spaces.following(isAfterOne: isAfterSpace).count
                    commas += eight.places(of: UInt8(ascii: ",")).count
                    hasWord = hasWord || spaces.count < 8
                    isAfterSpace = spaces.hasLast
                    at += 8
                    continue
                }
            }
            let end = min(at + 8, text.count)
            while at < end {
                let byte = text[at]
                if byte <= 0x20 {
                    if !isAfterSpace { letters += 1 }
                    isAfterSpace = true
                } else if byte == 0xC2, at + 1 < text.count, text[at + 1] == 0xA0 {
                    at += 1
                    if !isAfterSpace { letters += 1 }
                    isAfterSpace = true
                } else {
                    // Following bytes of a character count nothing; a character of four bytes has two units.
                    if byte & 0xC0 != 0x80 { letters += byte >= 0xF0 ? 2 : 1 }
                    if byte == UInt8(ascii: ",") || byte >= 0xD8 && Self.isComma(at: at, of: text) { commas += 1 }
                    hasWord = true
                    isAfterSpace = false
                }
                at += 1
            }
        }
        var counts = ElementCounts()
        (counts.letters, counts.commas) = (letters, commas)
        return (counts, !hasWord)
    }

    /// The commas of other scripts: U+060C, U+3001, U+FE10, U+FE11, U+FE50, U+FF0C, U+2E32, U+2E34, U+2E41.
    private static func isComma(at index: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index + 1 < text.count else { return false }
        if text[index] == 0xD8 { return text[index + 1] == 0x8C }
        guard index + 2 < text.count else { return false }
        switch (text[index], text[index + 1], text[index + 2]) {
        case (0xE3, 0x80, 0x81), (0xEF, 0xB8, 0x90), (0xEF, 0xB8, 0x91), (0xEF, 0xB9, 0x90), (0xEF, 0xBC, 0x8C),
            (0xE2, 0xB8, 0xB2), (0xE2, 0xB8, 0xB4), (0xE2, 0xB9, 0x81):
            return true
        default: return false
        }
    }
}

/// Eight bytes of a text in one number, so that what most texts have in each byte is found by one comparison.
struct EightBytes {
    private let bytes: UInt64

    /// Reads at a position with at least eight bytes after it.
    @inline(__always)
    init(at index: Int, of text: UnsafeBufferPointer<UInt8>) {
        bytes = UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inline(__always)
    var isASCII: Bool { bytes & Self.highBits == 0 }

    /// The bytes that are white space or control characters.
    @inline(__always)
    var spaces: Places {
        Places(marks: ~(((bytes & ~Self.highBits) &+ Self.each(0x5F)) | bytes) & Self.highBits)
    }

    /// The bytes that are `byte`, or would be if some of their bits were none.
    @inline(__always)
    func places(of byte: UInt8, ignoring ignored: UInt8 = 0) -> Places {
        let difference = (bytes & ~Self.each(ignored)) ^ Self.each(byte)
        return Places(marks: ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits)
    }

    /// Some of the eight, each marked by its highest bit.
    struct Places: Equatable {
        var marks: UInt64

        @inline(__always)
        var isEmpty: Bool { marks == 0 }
        @inline(__always)
        var count: Int { Int(truncatingIfNeeded: ((marks >> 7) &* EightBytes.each(1)) >> 56) }
        @inline(__always)
        var hasLast: Bool { marks >> 63 == 1 }

        /// Those that follow another one of these; the first one does if `isAfterOne`.
        @inline(__always)
        func following(isAfterOne: Bool) -> Places { Places(marks: marks & (marks << 8 | (isAfterOne ? 0x80 : 0))) }
    }

    private static var highBits: UInt64 { each(0x80) }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}

extension ArticleDraft {
    /// Counts what is in each element, from the texts' own counts.
    mutating func count(in root: DraftID) {
        var id = root
        while true {
            // Down to the next leaf, and from there up until something follows.
            if !isText(id) { counts[id.index] = ElementCounts() }
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
