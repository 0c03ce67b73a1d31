/// Reads a broken document once and writes a well-formed one.
struct Mender {
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
    var open = OpenElements()
    var prefixes = PrefixScopes()

    /// Where the root's name ends in the output, once there is a root.
    var rootNameEnd: Int?
    /// The parent to return to if another item follows the end of the root.
    var lastItemParent: ItemParent?
    /// How many elements may still be reopened. A feed that ends after each item needs this for every item.
    var reopenings = 10 * Limits.items
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
            guard !text.isFull else { throw .tooLarge(Limits.mendedSizeInWords) }
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
}
