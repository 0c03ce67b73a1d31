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

    struct Name: Hashable {
        /// The index of its vocabulary.
        var vocabulary: Int
        /// In lower case, since some feeds write elements in upper case.
        var local: String
    }

    static let nowhere: Place = -1
    static let feed: Place = 0
    static let item: Place = 1

    /// Created once, by the first parse.
    static let all = Grammar(of: Vocabulary.all)

    private(set) var meanings: [Meaning] = []
    /// The readers of each meaning, for its start and its end.
    private(set) var openings: [Reader?] = []
    private(set) var closings: [Reader?] = []
    private var places: [[Name: Int]] = [[:], [:]]
    private var vocabularies: [String: Int] = [:]
    private var prefixes: [String: Int] = [:]
    private let usualPrefixes: [String]

    init(of all: [Vocabulary]) {
        usualPrefixes = all.map(\.prefix)
        for (index, vocabulary) in all.enumerated() {
            for uri in vocabulary.uris {
                vocabularies[uri] = index
                vocabularies[Vocabulary.plain(uri)] = index
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
    func meaning(of name: Name, in place: Place) -> Int? {
        place == Self.nowhere ? nil : places[place][name]
    }

    func vocabulary(of vocabulary: Vocabulary?) -> Int? { vocabulary?.uris.first.flatMap(self.vocabulary(uri:)) }

    func vocabulary(uri: String) -> Int? { vocabularies[uri] ?? vocabularies[Vocabulary.plain(uri)] }

    func vocabulary(prefix: String) -> Int? { prefixes[prefix.lowercased()] }

    func usualPrefix(of vocabulary: Int) -> String { usualPrefixes[vocabulary] }

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

/// The contents of a document so far.
struct DocumentDraft {
    var feed = FeedDraft()
    var item = ItemDraft()
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
