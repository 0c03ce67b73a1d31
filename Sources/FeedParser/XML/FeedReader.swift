import CLibXML2
import URLs

/// Builds a feed from the elements of an XML document as they come.
///
/// It keeps the text and attributes of open elements only: it reads each part of a feed when it is complete, and skips
/// unknown elements.
struct FeedReader: ~Copyable {
    private struct OpenElement {
        var meaning: Int?
        var kind: Grammar.Meaning.Kind
        var place: Grammar.Place
        var rank = Rank.own
        /// Where its text begins.
        var text = 0
        var attributes = AttributeStore.Mark()
        var changesBase = false
    }

    /// The reason why the document can't be a feed.
    private(set) var failure: ParseFailure?

    private let document: ArraySlice<UInt8>
    private let links: LinkResolver
    private var draft = DocumentDraft()
    private var open: [OpenElement] = []
    private let grammar = Grammar.all
    private var names = XMLNameTable()
    private var text = ByteBuffer(capacity: 16 << 10)
    private var attributes = AttributeStore()
    private var markup = InlineMarkup()
    /// The number of known elements since an item began or ended.
    private var parts = 0
    /// The number of list entries in all items.
    private var listed = 0
    /// The size of all items' texts in bytes.
    private var texts = 0
    /// The number of open elements inside a skipped one.
    private var skipped = 0
    /// The number of open elements inside the part whose text is read.
    private var inside = 0
    private var isReadingText = false
    /// The link bases before each open element that changes them.
    private var outerBases: [LinkResolver.Base?] = []

    init(_ document: ArraySlice<UInt8>, baseURL: String?) {
        self.document = document
        links = LinkResolver(base: baseURL)
    }

    /// `namespaces` are those that the element declares.
    mutating func start(
        _ name: SAXName, _ found: SAXAttributes, namespaces: SAXNamespaces, _ entities: borrowing Entities
    ) {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        guard let parent = open.last else {
            return startRoot(RootElement(name, found, namespaces: Array(namespaces)), name, found, entities)
        }
        if parent.kind == .text || parent.kind == .body {
            inside += 1
            if parent.kind == .body {
                markup.start(name, found, entities, depth: inside, from: parent.text, links, into: &text)
                if markup.isTooLong || text.count > FeedLimits.text { failure = .tooLarge(FeedLimits.textInWords) }
            }
            return
        }
        let (meaning, isNative) = names.meaning(of: name, in: parent.place)
        guard let meaning else {
            skipped = 1
            return
        }
        parts += 1
        if parts > FeedLimits.parts { failure = .tooLarge("more than \(FeedLimits.parts) parts of one item") }
        begin(meaning, as: isNative ? .own : .borrowed, found, entities)
    }

    mutating func characters(_ characters: UTF8Bytes) {
        guard isReadingText, skipped == 0 else { return }
        guard text.count + characters.count <= FeedLimits.text else {
            failure = .tooLarge(FeedLimits.textInWords)
            return
        }
        if let meant = characters.windows1252 {
            text.append(meant)
        } else if markup.escapesText {
            text.append(escaping: characters)
        } else {
            text.append(characters)
        }
    }

    mutating func end(_ name: SAXName) {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        guard inside == 0 else {
            if open.last?.kind == .body { markup.end(name, depth: inside, links, into: &text) }
            inside -= 1
            return
        }
        if let ended = open.popLast() { close(ended) }
    }

    consuming func finished() -> ParsedFeed { draft.feed.finished() }

    private mutating func startRoot(
        _ root: RootElement, _ name: SAXName, _ found: SAXAttributes, _ entities: borrowing Entities
    ) {
        guard let format = root.format, let vocabulary = grammar.vocabulary(of: root.vocabulary) else {
            failure = ForeignRoot.failure(root, in: document, at: links.base?.text)
            return
        }
        draft.feed.format = format
        names.setNative(vocabulary, of: name)
        push(OpenElement(kind: .wrapper, place: Grammar.feed), found, entities)
        draft.feed.language.offer(attributes.attributes(since: AttributeStore.Mark()).language, as: .fallback)
        if root.isItem, let item = names.meaning(of: name, in: Grammar.feed).meaning {
            begin(item, as: .own, found, entities)
        }
    }

    private mutating func begin(
        _ index: Int, as rank: Rank, _ found: SAXAttributes, _ entities: borrowing Entities
    ) {
        let meaning = grammar.meanings[index]
        push(OpenElement(meaning: index, kind: meaning.kind, place: meaning.place, rank: rank), found, entities)
        guard let element = open.last else { return }
        if let read = grammar.openings[index] { read(self.element(element), &draft) }
        switch meaning.kind {
        case .body: markup.begin(self.element(element))
        case .item: beginItem(element)
        case .wrapper:
            draft.feed.language.offer(attributes.attributes(since: element.attributes).language, as: .fallback)
        case .text, .attributes, .group: break
        }
    }

    private mutating func beginItem(_ element: OpenElement) {
        if draft.feed.items.count == FeedLimits.items { failure = .tooLarge("more than \(FeedLimits.items) items") }
        parts = 0
        let attributes = attributes.attributes(since: element.attributes)
        draft.item.language.offer(attributes.language, as: .fallback)
        // RSS 1.0 identifies an item by the subject of its statements.
        guard let subject = attributes["rdf:about"]?.trimmed, !subject.isEmpty else { return }
        draft.item.id.offer(String(subject), as: .borrowed)
        if subject.isWebAddress { draft.item.link.offer(links.resolve(subject), as: .lastResort) }
    }

    private mutating func push(_ element: OpenElement, _ found: SAXAttributes, _ entities: borrowing Entities) {
        var element = element
        element.text = text.count
        element.attributes = attributes.mark
        for attribute in found {
            guard let prefix = attribute.prefix else {
                attributes.add(prefix: nil, attribute, entities)
                continue
            }
            guard let usual = names.usualPrefix(of: attribute.uri, prefix) else { continue }
            attributes.add(prefix: usual, attribute, entities)
            if usual == "xml", attribute.local == "base" {
                element.changesBase = true
                outerBases.append(links.base)
                links.rebase(on: attribute.value)
            }
        }
        open.append(element)
        isReadingText = element.kind.hasText
    }

    private mutating func close(_ ended: OpenElement) {
        if ended.kind == .item {
            add(draft.item.finish(feedHasAuthors: !draft.feed.authors.isEmpty))
        } else if let index = ended.meaning, let read = grammar.closings[index] {
            read(element(ended), &draft)
        }
        if ended.kind == .body { markup.finish() }
        text.truncate(to: ended.text)
        attributes.goBack(to: ended.attributes)
        if ended.changesBase, let outer = outerBases.popLast() { links.base = outer }
        isReadingText = open.last?.kind.hasText ?? false
    }

    private mutating func add(_ item: ParsedItem) {
        parts = 0
        listed += item.categories.count + item.authors.count + item.enclosures.count
        if listed > FeedLimits.listed { failure = .tooLarge(FeedLimits.listedInWords) }
        texts += item.lengthOfTexts
        if texts > FeedLimits.texts { failure = .tooLarge(FeedLimits.textsInWords) }
        draft.feed.items.append(item)
    }

    private func element(_ element: OpenElement) -> Element {
        Element(
            text: text.bytes.part(element.text..<text.count),
            isMarkup: element.kind == .body && markup.isInline,
            attributes: attributes.attributes(since: element.attributes),
            links: links,
            rank: element.rank)
    }
}

extension Grammar.Meaning.Kind {
    fileprivate var hasText: Bool { self == .text || self == .body || self == .group }
}

extension UTF8Bytes {
    /// The Windows character meant by a C1 control, which libxml2 passes separately if a feed refers to it by number.
    fileprivate var windows1252: Unicode.Scalar? {
        guard count == 2, self[0] == 0xC2, self[1] < 0xA0 else { return nil }
        return Windows1252.character(of: self[1])
    }
}

/// The attributes of one element while it is open.
struct Attributes {
    fileprivate let entries: UnsafeBufferPointer<AttributeStore.Entry>
    fileprivate let bytes: UTF8Bytes

    subscript(name: StaticString) -> UTF8Bytes? {
        for entry in entries where bytes.part(entry.name) == name { return bytes.part(entry.value) }
        return nil
    }

    var language: String? { self["xml:lang"].flatMap { PlainText.line($0).unlessBlank } }
}

/// Copies of the open elements' attributes, since libxml2 keeps them only during its callback.
private struct AttributeStore: ~Copyable {
    fileprivate struct Entry {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// A position in the store, for removing later additions.
    struct Mark {
        fileprivate var entries = 0
        fileprivate var bytes = 0
    }

    private let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: FeedLimits.attributes)
    private var count = 0
    private var buffer = ByteBuffer(capacity: 256)

    deinit { entries.deallocate() }

    var mark: Mark { Mark(entries: count, bytes: buffer.count) }

    /// Returns the attributes added since the mark, valid until the next addition.
    func attributes(since mark: Mark) -> Attributes {
        Attributes(entries: UnsafeBufferPointer(rebasing: entries[mark.entries..<count]), bytes: buffer.bytes)
    }

    mutating func goBack(to mark: Mark) {
        count = mark.entries
        buffer.truncate(to: mark.bytes)
    }

    /// Copies an attribute with decoded references, with its namespace's usual prefix. There is room for all that
    /// people write; the rest is left out.
    mutating func add(prefix: String?, _ attribute: SAXAttribute, _ entities: borrowing Entities) {
        guard count < entries.count else { return }
        let nameStart = buffer.count
        if let prefix {
            buffer.append(prefix)
            buffer.append(UInt8(ascii: ":"))
        }
        buffer.append(attribute.local)
        let valueStart = buffer.count
        entities.append(attribute.value, to: &buffer)
        entries.initializeElement(at: count, to: Entry(name: nameStart..<valueStart, value: valueStart..<buffer.count))
        count += 1
    }
}

/// The outermost element of a document, which tells its format.
private struct RootElement {
    /// Its name in lower case.
    let name: String
    /// Its namespace; nil if it has none or its prefix isn't declared.
    let uri: String?
    /// Its format; nil if it isn't a feed's.
    let format: FeedFormat?
    /// Whether it is a single item without a feed.
    var isItem: Bool { name == "entry" }

    /// `namespaces` are the URIs that it declares.
    init(_ root: SAXName, _ attributes: SAXAttributes, namespaces: [String]) {
        name = String(root.local.bytes).lowercased()
        uri = root.uri?.address
        let version = attributes.first { $0.prefix == nil && $0.local == "version" }.map { String($0.value.trimmed) }
        format =
            switch name {
            case "rss", "channel": Self.rss(version: version)
            case "rdf": Self.rdf(namespaces: namespaces)
            case "feed": Self.atom(uri: uri, version: version)
            case "entry": FeedVocabulary.atom.isNamed(uri) ? Self.atom(uri: uri, version: version) : nil
            default: nil
            }
    }

    /// The document's own vocabulary.
    var vocabulary: FeedVocabulary { name == "feed" || name == "entry" ? .atom : .rss }

    private static func rss(version: String?) -> FeedFormat {
        switch version {
        // "2.0.1", "2.1" and similar never became separate versions.
        case let version? where version.hasPrefix("2"): .rss20
        case let version?: FeedFormat(rawValue: "rss" + version) ?? .rss
        case nil: .rss
        }
    }

    // RSS 0.90 and 1.0 differ in the namespace of the content, which the root declares.
    private static func rdf(namespaces: [String]) -> FeedFormat {
        namespaces.contains { $0.hasSuffix("netscape.com/rdf/simple/0.9/") } ? .rss090 : .rss10
    }

    private static func atom(uri: String?, version: String?) -> FeedFormat {
        switch uri.map(FeedVocabulary.plain) {
        case "http://www.w3.org/2005/atom": .atom10
        case "http://purl.org/atom/ns": .atom03
        default: version.flatMap { FeedFormat(rawValue: "atom" + $0) } ?? .atom
        }
    }
}

/// The contents of a document so far.
struct DocumentDraft {
    var feed = FeedDraft()
    var item = ItemDraft()
}

/// The failure for a well-formed XML document that isn't a feed.
private enum ForeignRoot {
    static func failure(_ root: RootElement, in document: ArraySlice<UInt8>, at address: String?) -> ParseFailure {
        guard root.name == "html" else { return .notAFeed(description(of: root)) }
        return .notAFeed(
            HTMLPage(rootedIn: document).description, feeds: FeedDiscovery.feeds(inPage: document, at: address))
    }

    private static func description(of root: RootElement) -> String {
        switch root.name {
        case "opml": "an OPML list of feeds"
        case "urlset", "sitemapindex": "a sitemap"
        case "svg": "an SVG image"
        case let name where name.utf8.count > 100: "an XML document with an overlong name"
        case let name: "an XML document that begins with <\(name)>"
        }
    }
}
