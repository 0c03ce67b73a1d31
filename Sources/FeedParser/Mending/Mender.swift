import System

/// A well-formed copy of a broken document, with as little loss as readers would accept.
///
/// It takes linear time and only the memory of the copy. `Mender` finds the markup, `OpenXMLElements` closes open
/// elements, and `MendedText` writes characters; each describes what it accepts.
struct MendedDocument {
    /// XML in UTF-8, without declaration, comments and processing instructions.
    let bytes: [UInt8]

    /// Nil if the document has no element at all.
    init?(_ document: ArraySlice<UInt8>) throws(ParseFailure) {
        let mended = document.withUnsafeBufferPointer { buffer in
            ByteView(buffer).map { view in Result { () throws(ParseFailure) in try Self.mend(view) } }
        }
        guard let bytes = try mended?.get() else { return nil }
        self.bytes = bytes
    }

    private static func mend(_ document: ByteView) throws(ParseFailure) -> [UInt8]? {
        for root in [Mender.Root.ofFeed, .any] {
            var mender = Mender(document, root: root)
            if let bytes = try mender.mend() { return bytes }
        }
        return nil
    }
}

/// Reads a broken document once and writes a well-formed one.
private struct Mender {
    /// Which element may be the root.
    enum Root {
        /// A feed's root; everything before it is junk.
        case ofFeed
        case any
    }

    let document: ByteView
    private let root: Root
    private var at: Int
    var text: MendedText
    var open = OpenXMLElements()
    var prefixes = PrefixScopes()

    /// Where the root's name ends in the output, once there is a root.
    private var rootNameEnd: Int?
    /// The parent to return to if another item follows the end of the root.
    private var lastItemParent: ItemParent?
    /// How many elements may still be reopened. A feed that ends after each item needs this for every item.
    private var reopenings = 10 * FeedLimits.items
    /// The number of open elements that are too deep to be written.
    var unwritten = 0

    private var hasSeenType = false
    /// The end of the last text that looked like a tag. Unknown names before it aren't tags either; otherwise each
    /// would be read up to that end again.
    private var endOfDoubt = 0
    private var commentEnds = NextOccurrence(of: "-->")
    private var instructionEnds = NextOccurrence(of: "?>")
    private var sectionStarts = NextOccurrence(of: "<![CDATA[")
    private var sectionEnds = NextOccurrence(of: "]]>")

    init(_ document: ByteView, root: Root) {
        self.document = document
        self.root = root
        at = document.startIndex
        text = MendedText(capacity: document.count + document.count / 16 + 1024)
    }

    /// Returns the mended document; nil if there is no root.
    mutating func mend() throws(ParseFailure) -> [UInt8]? {
        while at < document.endIndex {
            if document[at] == UInt8(ascii: "<") {
                readMarkup()
            } else {
                let end = document.firstIndex(of: UInt8(ascii: "<"), from: at) ?? document.endIndex
                readText(document[at..<end])
                at = end
            }
            guard !text.isFull else { throw .tooLarge(FeedLimits.mendedSizeInWords) }
        }
        close(open.all.count)
        declareMissingPrefixes()
        return rootNameEnd == nil ? nil : text.bytes
    }

    private mutating func readText(_ words: ByteView) {
        if !open.isEmpty { text.appendText(words) }
    }

    private mutating func readMarkup() {
        switch at + 1 < document.endIndex ? document[at + 1] : 0 {
        case UInt8(ascii: "!"): readDeclaration()
        case UInt8(ascii: "?"): skip(to: instructionEnds.next(from: at + 2, in: document), length: 2)
        case UInt8(ascii: "/"): readEndTag()
        default: readStartTag()
        }
    }

    private mutating func readDeclaration() {
        if document.has("<!--", at: at) {
            skip(to: commentEnds.next(from: at + 4, in: document), length: 3)
        } else if document.hasIgnoringCase("<![cdata[", at: at) {
            readSection()
        } else if document.hasIgnoringCase("<!doctype", at: at), !hasSeenType {
            let type = DocumentType(at: at, in: document)
            text.entities = type.entities
            hasSeenType = true
            at = type.end
        } else {
            skip(to: nil, length: 0)
        }
    }

    /// Skips to `end` or, without one, to the next greater-than sign.
    private mutating func skip(to end: Int?, length: Int) {
        let close = end.map { $0 + length }
        at = close ?? document.firstIndex(of: UInt8(ascii: ">"), from: at).map { $0 + 1 } ?? document.endIndex
    }

    private mutating func readStartTag() {
        guard let name = LooseTag.name(at: at + 1, in: document) else { return readLiteral(through: at + 1) }
        let hash = NameHash(document[name])
        let traits = ElementTraits.of(hash)
        if traits.isEmpty, at < endOfDoubt { return readLiteral(through: at + 1) }
        let tag = LooseTag(named: name, in: document)
        if tag.ending == .atEndOfDocument {
            // The document is truncated here, and half a tag is useless.
            at = tag.end
            return
        }
        guard isBelievable(tag, traits) else {
            endOfDoubt = tag.end
            return readLiteral(through: at + 1)
        }
        if open.isEmpty {
            guard beginsRoot(hash, traits) else { return at = tag.end }
        }
        start(tag, hash, traits)
        at = tag.end
    }

    private mutating func readEndTag() {
        let start = document.firstIndex(from: at + 2) { !$0.isSpace }
        guard let name = LooseTag.name(at: start, in: document) else {
            // `</>` is ignored, and anything else like it is text.
            if start < document.endIndex, document[start] == UInt8(ascii: ">") { return at = start + 1 }
            return readLiteral(through: min(at + 2, document.endIndex))
        }
        let tag = LooseTag(named: name, in: document)
        let hash = NameHash(document[tag.name])
        guard end(tag, hash, ElementTraits.of(hash)) else { return readLiteral(through: at + 2) }
        at = tag.end
    }

    /// Writes a less-than sign that begins nothing as text.
    private mutating func readLiteral(through end: Int) {
        readText(document[at..<end])
        at = end
    }

    private mutating func readSection() {
        let start = at + "<![CDATA[".utf8.count
        let end = sectionEnds.next(from: start, in: document)
        let next = sectionStarts.next(from: start, in: document)
        let limit = min(end ?? document.endIndex, next ?? document.endIndex)
        if limit == end {
            at = limit + 3
            return writeSection(document[start..<limit])
        }
        // Its own end is missing, so the end of its parent is used.
        let close = endTag(from: start, to: limit)
        at = close ?? end.map { $0 + 3 } ?? document.endIndex
        writeSection(document[start..<(close ?? end ?? document.endIndex)])
    }

    private mutating func writeSection(_ words: ByteView) {
        if !open.isEmpty { text.appendCharacterData(words) }
    }

    /// Returns the first end tag of an open element of the feed.
    private func endTag(from start: Int, to limit: Int) -> Int? {
        var start = start
        while let sign = document.firstIndex(of: UInt8(ascii: "<"), from: start), sign < limit {
            start = sign + 1
            guard document.has("</", at: sign) else { continue }
            let nameEnd = document.firstIndex(from: sign + 2) { !XMLCharacter.isInName($0) }
            let hash = NameHash(document[(sign + 2)..<nameEnd])
            if ElementTraits.of(hash).contains(.feed), open.contains(where: { $0.hash == hash }) { return sign }
        }
        return nil
    }

    private mutating func declareMissingPrefixes() {
        guard let rootNameEnd, !prefixes.missing.isEmpty else { return }
        var declarations = MendedText(capacity: prefixes.missing.count * 64)
        for prefix in prefixes.missing {
            declarations.append(" xmlns:")
            declarations.append(prefix)
            declarations.append("=\"")
            declarations.append(UsualPrefix.uri(of: String(decoding: prefix, as: UTF8.self)).utf8)
            declarations.append("\"")
        }
        text.insert(declarations.bytes, at: rootNameEnd)
    }

    private mutating func beginsRoot(_ hash: NameHash, _ traits: ElementTraits) -> Bool {
        if rootNameEnd == nil { return root == .any || traits.contains(.root) || traits.contains(.holdsItems) }
        return reopen(for: traits)
    }

    /// The parent of items. If more items follow after its end, it was closed too early.
    struct ItemParent {
        let elements: [OpenXMLElements.Element]
        /// The length of the output before it was closed.
        let length: Int
    }

    // Deeper elements aren't written; their contents count for the element around them. The reader of the copy refuses
    // anything deeper than `FeedLimits.depth`.
    private static let greatestDepth = 200

    /// Whether text that looks like a tag is one: “a <b and c> d” and “Ada <ada@example.org>” contain none.
    private func isBelievable(_ tag: LooseTag, _ traits: ElementTraits) -> Bool {
        if !traits.isEmpty { return true }
        guard tag.isWellWritten, tag.ending == .closed else { return false }
        // In a text, unknown names aren't elements (“Vec<T>”), except those of other vocabularies.
        return open.part == nil || document[tag.name].contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
            || open.isForeign
    }

    mutating func start(_ tag: LooseTag, _ hash: NameHash, _ traits: ElementTraits) {
        close(open.closedByStart(of: hash, traits))
        let isVoid = tag.isSelfClosing || isVoid(tag, traits)
        guard open.all.count < Self.greatestDepth else {
            if !isVoid { unwritten += 1 }
            return
        }
        let name = document[tag.name]
        let attributes = tag.attributes.filter { attribute in
            declaredPrefix(attribute).map { prefixes.declare($0, at: open.all.count) } ?? true
        }
        defer { if isVoid { prefixes.leave(depth: open.all.count) } }
        guard isUsable(name) else { return }

        text.append(UInt8(ascii: "<"))
        text.append(name)
        if rootNameEnd == nil { rootNameEnd = text.bytes.count }
        write(attributes)
        if isVoid {
            text.append("/>")
            open.addEmptyChild()
        } else {
            text.append(UInt8(ascii: ">"))
            open.open(OpenXMLElements.Element(name: tag.name, hash: hash, traits: traits))
        }
    }

    /// Handles an end tag; returns false if it is text.
    mutating func end(_ tag: LooseTag, _ hash: NameHash, _ traits: ElementTraits) -> Bool {
        if unwritten > 0, !traits.contains(.feed) {
            unwritten -= 1
        } else if let count = open.closedByEnd(of: hash, traits) {
            close(count)
        } else if let innermost = open.innermost, isMisspelt(tag, traits, endOf: innermost) {
            close(1)
        } else {
            return open.part == nil || !traits.isEmpty || !tag.isWellWritten
        }
        return true
    }

    /// Closes this many elements, from the innermost outwards.
    mutating func close(_ count: Int) {
        guard count > 0 else { return }
        unwritten = 0
        for _ in 0..<count {
            if let element = open.innermost, element.traits.contains(.holdsItems) {
                rememberItemParent(isInner: open.all.count > 1)
            }
            guard let element = open.close() else { return }
            prefixes.leave(depth: open.all.count)
            text.append("</")
            text.append(document[element.name])
            text.append(UInt8(ascii: ">"))
        }
    }

    /// Reopens the parent of items if the root was closed and an item follows.
    mutating func reopen(for traits: ElementTraits) -> Bool {
        guard traits.contains(.item), let parent = lastItemParent, parent.elements.count <= reopenings else {
            return false
        }
        reopenings -= parent.elements.count
        text.cut(at: parent.length)
        parent.elements.forEach { open.open($0) }
        return true
    }

    // RSS has items in the channel, RDF beside it.
    private mutating func rememberItemParent(isInner: Bool) {
        let isRDF = open.all.first.map { ElementTraits.of($0.hash).contains(.root) } ?? false
        guard isInner || !isRDF || lastItemParent == nil else { return }
        lastItemParent = ItemParent(elements: open.all, length: text.bytes.count)
    }

    private func isVoid(_ tag: LooseTag, _ traits: ElementTraits) -> Bool {
        if traits.contains(.void) { return true }
        // HTML's `<link rel=…>` and `<source src=…>` have no end tag; a feed's have.
        return traits.contains(.voidInHTML) && open.part?.traits.contains(.holdsHTML) == true && !tag.attributes.isEmpty
    }

    // “</tilte>”: an unknown name with the same first letter and about the same length as the open element.
    private func isMisspelt(_ tag: LooseTag, _ traits: ElementTraits, endOf element: OpenXMLElements.Element) -> Bool {
        traits.isEmpty && !element.hasChildren && element.traits.contains(.feed)
            && document[tag.name].first?.lowercased == document[element.name].first?.lowercased
            && abs(tag.name.count - element.name.count) <= 2
    }

    private mutating func write(_ attributes: [LooseTag.Attribute]) {
        if attributes.isEmpty { return }
        var seen: Set<NameHash> = []
        for attribute in attributes {
            let name = document[attribute.name]
            guard XMLCharacter.isName(name), seen.insert(NameHash(exactly: name)).inserted, isUsable(name),
                !isEmptyDeclaration(attribute)
            else { continue }
            text.append(UInt8(ascii: " "))
            text.append(name)
            text.append("=\"")
            // In HTML, an attribute without a value is on.
            text.appendText(document[attribute.value ?? attribute.name])
            text.append(UInt8(ascii: "\""))
        }
    }

    private mutating func isUsable(_ name: ByteView) -> Bool {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return true }
        return prefixes.use(name[..<colon])
    }

    private func declaredPrefix(_ attribute: LooseTag.Attribute) -> ByteView? {
        let name = document[attribute.name]
        guard name.starts(with: "xmlns:".utf8), !isEmptyDeclaration(attribute) else { return nil }
        return name.dropFirst("xmlns:".utf8.count)
    }

    // A prefix can't be declared as empty (Namespaces in XML 1.0, section 2.2).
    private func isEmptyDeclaration(_ attribute: LooseTag.Attribute) -> Bool {
        document[attribute.name].starts(with: "xmlns:".utf8) && attribute.value?.isEmpty != false
    }
}

/// The open elements at a position, and which of them a tag closes.
struct OpenXMLElements {
    struct Element {
        let name: Range<Int>
        let hash: NameHash
        let traits: ElementTraits
        var hasChildren = false
    }

    private(set) var all: [Element] = []
    /// The depth of the innermost open title, description or similar.
    private var partDepth: Int?

    /// The number of outermost elements of SVG or MathML among them.
    private var foreign = 0

    var innermost: Element? { all.last }

    /// Whether to expect names of other languages.
    var isForeign: Bool { foreign > 0 }

    var part: Element? { partDepth.map { all[$0] } }

    var isEmpty: Bool { all.isEmpty }

    func contains(where matches: (Element) -> Bool) -> Bool { all.contains(where: matches) }

    mutating func open(_ element: Element) {
        addEmptyChild()
        if partDepth == nil, !element.traits.isDisjoint(with: [.holdsText, .holdsHTML]) { partDepth = all.count }
        all.append(element)
        if element.traits.contains(.foreign) { foreign += 1 }
    }

    /// Records an element without content.
    fileprivate mutating func addEmptyChild() {
        if !all.isEmpty { all[all.count - 1].hasChildren = true }
    }

    mutating func close() -> Element? {
        guard let element = all.popLast() else { return nil }
        if partDepth == all.count { partDepth = nil }
        if element.traits.contains(.foreign) { foreign -= 1 }
        return element
    }

    /// Returns the number of elements to close before a start tag is valid.
    fileprivate func closedByStart(of hash: NameHash, _ traits: ElementTraits) -> Int {
        if traits.contains(.item) {
            // Items are in a feed, never in each other.
            guard let parent = all.lastIndex(where: { $0.traits.contains(.holdsItems) }) else { return 0 }
            return all.count - 1 - parent
        }
        if let part, let partDepth, endsPart(part, traits) { return all.count - partDepth }
        if traits.contains(.endedByNext), innermost?.hash == hash { return 1 }
        return 0
    }

    // A text ends where the feed's next part begins, and so does HTML if it has no such element.
    private func endsPart(_ part: Element, _ traits: ElementTraits) -> Bool {
        guard traits.contains(.feed) else { return false }
        return part.traits.contains(.holdsText) || !traits.contains(.html)
    }

    /// Returns the number of elements that an end tag closes; nil if none of the open ones is its own.
    fileprivate func closedByEnd(of hash: NameHash, _ traits: ElementTraits) -> Int? {
        guard let depth = all.lastIndex(where: { $0.hash == hash }) else { return nil }
        // HTML in a description doesn't end the elements around it.
        if let partDepth, depth < partDepth, !traits.contains(.feed) { return nil }
        return all.count - depth
    }
}

/// The declared prefixes at a position, and those used without a declaration.
struct PrefixScopes {
    private var declared: [NameHash: Int] = [NameHash(exactly: "xml".utf8): 1, NameHash(exactly: "xmlns".utf8): 1]
    private var scopes: [(prefix: NameHash, depth: Int)] = []
    /// The prefixes that the root must declare.
    private(set) var missing: [[UInt8]] = []
    private var missed: Set<NameHash> = []

    // No document uses more vocabularies by accident.
    private static let mostMissing = 64
    // Together with the missing ones this stays below the limit of the XML parser.
    private static let mostInForce = 128

    /// Declares a prefix. Returns false if too many are in force; the prefix then counts as undeclared.
    mutating func declare(_ prefix: some Sequence<UInt8>, at depth: Int) -> Bool {
        guard scopes.count < Self.mostInForce else { return false }
        let hash = NameHash(exactly: prefix)
        declared[hash, default: 0] += 1
        scopes.append((hash, depth))
        return true
    }

    /// Removes the declarations of elements at this depth and deeper.
    mutating func leave(depth: Int) {
        while let last = scopes.last, last.depth >= depth {
            scopes.removeLast()
            declared[last.prefix] = declared[last.prefix].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    /// Whether a name with this prefix may be used, perhaps because the root will declare it.
    mutating func use(_ prefix: some Collection<UInt8>) -> Bool {
        let hash = NameHash(exactly: prefix)
        if declared[hash] != nil || missed.contains(hash) { return true }
        guard missing.count < Self.mostMissing else { return false }
        missed.insert(hash)
        missing.append(Array(prefix))
        return true
    }
}

/// The usual prefixes of namespaces, for documents that don't declare them.
private enum UsualPrefix {
    /// Returns a URI for an undeclared prefix; a meaningless one for unknown prefixes.
    static func uri(of prefix: String) -> String {
        let vocabulary = FeedVocabulary.all.first { $0.prefix == prefix.lowercased() }
        return vocabulary?.uris.first ?? "urn:undeclared:" + prefix
    }
}
