import CLibXML2
import FoundationEssentials
import System

/// The elements of a namespace, and their meaning in a feed and in an item.
///
/// To add a namespace, add a value and list it in `all`.
struct FeedVocabulary: Sendable {
    /// All URIs of the namespace, the correct one first. Case, the scheme's `s` and a final slash or hash are ignored.
    let uris: [String]
    /// The usual prefix, for documents without a declaration and for `Element`'s attributes.
    let prefix: String
    /// Elements around the parts of a feed that aren't parts themselves.
    var wrappers: Set<String> = []
    /// Elements that are an item.
    var items: Set<String> = []
    var feed: [String: Part<FeedDraft>] = [:]
    var item: [String: Part<ItemDraft>] = [:]

    /// Returns a namespace's URI without common variations.
    static func plain(_ uri: String) -> String {
        var plain = uri.trimmed.lowercased()
        if plain.hasPrefix("https:") { plain = "http:" + plain.dropFirst(6) }
        while let last = plain.last, "/#".contains(last) { plain.removeLast() }
        return plain
    }

    /// Whether this is the namespace with that URI.
    func isNamed(_ uri: String?) -> Bool {
        guard let plain = uri.map(Self.plain) else { return false }
        return uris.contains { Self.plain($0) == plain }
    }

    /// All known vocabularies.
    static let all: [FeedVocabulary] = [.rss, .atom, .rdf, .xml, .xhtml, .threading] + FeedModules.all
}

/// How to read an element into the draft of its parent.
indirect enum Part<Draft>: Sendable {
    typealias Reader = @Sendable (Element, inout Draft) -> Void

    /// Reads its text of any depth without markup, at its end.
    case text(Reader)
    /// Reads its text as HTML, escaped or inline, at its end.
    case body(Reader)
    /// Reads only its attributes and skips its contents.
    case attributes(Reader)
    /// Reads the elements of its own namespace inside it. Its attributes are read when it opens, and its own text when
    /// it closes.
    case group([String: Part], opening: Reader = { _, _ in }, closing: Reader = { _, _ in })
}

/// A complete element for its vocabulary's reader. It is only valid during that call.
struct Element {
    /// Its text of any depth; the markup as HTML for a body with elements.
    let text: UTF8Bytes
    /// Whether the text is inline markup.
    let isMarkup: Bool
    let attributes: Attributes
    // Owned by the document's reader, which outlives every element.
    unowned(unsafe) let links: LinkResolver
    /// `own` for the document's format, `borrowed` for another vocabulary.
    let rank: Rank

    /// Returns the attribute of this name, without a prefix or with its vocabulary's usual one.
    subscript(name: StaticString) -> UTF8Bytes? { attributes[name] }

    /// Returns an attribute's text on one line; nil if it is blank.
    func string(_ name: StaticString) -> String? { self[name].flatMap { PlainText.line($0).unlessBlank } }

    /// Returns an attribute's absolute link; nil if it is blank.
    func link(_ name: StaticString) -> String? { self[name].flatMap(links.resolve) }

    /// The text as a name or identifier; nil if it is blank.
    var string: String? { String(unlessBlank: text) }

    var line: String { isMarkup ? PlainText.of(html: text) : PlainText.line(text) }

    /// The text as an absolute link; nil if it is blank.
    var link: String? { links.resolve(text) }

    var date: Date? { Date(inFeed: text) }

    var integer: Int? { text.integer }

    /// The words of the text as HTML, such as RSS's titles.
    var plain: String { PlainText.of(html: text) }

    var html: String { isMarkup ? String(text.trimmed) : links.resolve(html: text.trimmed) }
}

/// Remembers the meanings of a document's names by their addresses, so that each is read only once.
struct XMLNameTable {
    private struct Entry {
        var name: SAXName
        var place: Grammar.Place
        var meaning: Int?
        var isNative: Bool
    }

    private let grammar = Grammar.all
    // A name replaces another at the same slot, which costs a little time.
    private var entries: [Entry?] = Array(repeating: nil, count: 256)
    private var vocabularies: [UnsafePointer<xmlChar>: Int?] = [:]
    private var native: Int?
    private var nativeURI: UnsafePointer<xmlChar>?

    /// Sets the document's own vocabulary, which its root tells, whatever namespace that claims.
    mutating func setNative(_ vocabulary: Int?, of root: SAXName) {
        native = vocabulary
        nativeURI = root.uri
    }

    /// Returns the meaning of a name in a context, and whether it comes from the document's own vocabulary.
    mutating func meaning(of name: SAXName, in place: Grammar.Place) -> (meaning: Int?, isNative: Bool) {
        let slot =
            (UInt(bitPattern: name.local) >> 3 ^ UInt(bitPattern: name.uri) >> 4 &+ UInt(bitPattern: place)) & 255
        if let entry = entries[Int(slot)], entry.name.local == name.local, entry.name.uri == name.uri,
            entry.name.prefix == name.prefix, entry.place == place
        {
            return (entry.meaning, entry.isNative)
        }
        let vocabulary = vocabulary(of: name.uri, prefix: name.prefix)
        let local = String(cString: name.local).lowercased()
        let meaning = vocabulary.flatMap {
            grammar.meaning(of: Grammar.Name(vocabulary: $0, local: local), in: place)
        }
        let isNative = vocabulary == native
        entries[Int(slot)] = Entry(name: name, place: place, meaning: meaning, isNative: isNative)
        return (meaning, isNative)
    }

    /// Returns the usual prefix of an attribute's namespace; nil for unknown ones.
    mutating func usualPrefix(of uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>) -> String? {
        vocabulary(of: uri, prefix: prefix).map(grammar.usualPrefix)
    }

    private mutating func vocabulary(of uri: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int? {
        guard let uri else {
            guard let prefix else { return native }
            return grammar.vocabulary(prefix: String(cString: prefix))
        }
        if let known = vocabularies[uri] { return known }
        let vocabulary = grammar.vocabulary(uri: uri.address) ?? (uri == nativeURI ? native : nil)
        vocabularies[uri] = vocabulary
        return vocabulary
    }
}

/// All vocabularies, prepared for looking up an element by its context.
struct Grammar: Sendable {
    /// A context of elements: the feed, an item, or a group in one of them.
    typealias Place = Int

    /// The meaning of an element in its context.
    struct Meaning: Sendable {
        enum Kind { case wrapper, item, text, body, attributes, group }

        var kind: Kind
        /// The context of its children.
        var place = Grammar.nowhere
    }

    typealias Reader = Part<DocumentDraft>.Reader

    fileprivate struct Name: Hashable {
        /// The index of its vocabulary.
        var vocabulary: Int
        /// In lower case, since some feeds write elements in upper case.
        var local: String
    }

    static let nowhere: Place = -1
    static let feed: Place = 0
    static let item: Place = 1

    /// Created once, by the first parse.
    static let all = Grammar(of: FeedVocabulary.all)

    private(set) var meanings: [Meaning] = []
    /// The readers of each meaning, for its start and its end.
    private(set) var openings: [Reader?] = []
    private(set) var closings: [Reader?] = []
    private var places: [[Name: Int]] = [[:], [:]]
    private var vocabularies: [String: Int] = [:]
    private var prefixes: [String: Int] = [:]
    private let usualPrefixes: [String]

    private init(of all: [FeedVocabulary]) {
        usualPrefixes = all.map(\.prefix)
        for (index, vocabulary) in all.enumerated() {
            for uri in vocabulary.uris {
                vocabularies[uri] = index
                vocabularies[FeedVocabulary.plain(uri)] = index
            }
            if !vocabulary.prefix.isEmpty { prefixes[vocabulary.prefix] = index }
            for name in vocabulary.wrappers {
                add(Meaning(kind: .wrapper, place: Self.feed), name, index, in: Self.feed)
            }
            for name in vocabulary.items { add(Meaning(kind: .item, place: Self.item), name, index, in: Self.feed) }
            for (name, part) in vocabulary.feed { add(part.inFeed, name, index, in: Self.feed) }
            for (name, part) in vocabulary.item { add(part.inItem, name, index, in: Self.item) }
        }
    }

    /// Returns the index in `meanings`; nil if the name has no meaning in this context.
    fileprivate func meaning(of name: Name, in place: Place) -> Int? {
        place == Self.nowhere ? nil : places[place][name]
    }

    func vocabulary(of vocabulary: FeedVocabulary?) -> Int? { vocabulary?.uris.first.flatMap(self.vocabulary(uri:)) }

    fileprivate func vocabulary(uri: String) -> Int? { vocabularies[uri] ?? vocabularies[FeedVocabulary.plain(uri)] }

    fileprivate func vocabulary(prefix: String) -> Int? { prefixes[prefix.lowercased()] }

    fileprivate func usualPrefix(of vocabulary: Int) -> String { usualPrefixes[vocabulary] }

    private mutating func add(_ part: Part<DocumentDraft>, _ name: String, _ vocabulary: Int, in place: Place) {
        switch part {
        case .text(let read): add(Meaning(kind: .text), closing: read, name, vocabulary, in: place)
        case .body(let read): add(Meaning(kind: .body), closing: read, name, vocabulary, in: place)
        case .attributes(let read): add(Meaning(kind: .attributes), opening: read, name, vocabulary, in: place)
        case .group(let parts, let opening, let closing):
            let group = Meaning(kind: .group, place: places.count)
            places.append([:])
            for (name, part) in parts { add(part, name, vocabulary, in: group.place) }
            add(group, opening: opening, closing: closing, name, vocabulary, in: place)
        }
    }

    private mutating func add(
        _ meaning: Meaning, opening: Reader? = nil, closing: Reader? = nil, _ name: String, _ vocabulary: Int,
        in place: Place
    ) {
        places[place][Name(vocabulary: vocabulary, local: name.lowercased())] = meanings.count
        meanings.append(meaning)
        openings.append(opening)
        closings.append(closing)
    }
}

extension Part<FeedDraft> {
    fileprivate var inFeed: Part<DocumentDraft> {
        mapped { read in { element, draft in read(element, &draft.feed) } }
    }
}

extension Part<ItemDraft> {
    fileprivate var inItem: Part<DocumentDraft> {
        mapped { read in { element, draft in read(element, &draft.item) } }
    }
}

extension Part {
    private func mapped(_ lift: (@escaping Reader) -> Part<DocumentDraft>.Reader) -> Part<DocumentDraft> {
        switch self {
        case .text(let read): .text(lift(read))
        case .body(let read): .body(lift(read))
        case .attributes(let read): .attributes(lift(read))
        case .group(let parts, let opening, let closing):
            .group(parts.mapValues { $0.mapped(lift) }, opening: lift(opening), closing: lift(closing))
        }
    }
}
