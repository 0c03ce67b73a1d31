import CLibXML2
import FoundationEssentials
import HTML

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

    /// The text on one line.
    var line: String { isMarkup ? PlainText.of(html: text) : PlainText.line(text) }

    /// The text as an absolute link; nil if it is blank.
    var link: String? { links.resolve(text) }

    var date: Date? { Date(inFeed: text) }

    var integer: Int? { text.integer }

    /// The words of the text as HTML, such as RSS's titles.
    var plain: String { PlainText.of(html: text) }

    /// The text as HTML.
    var html: String { isMarkup ? String(text.trimmed) : links.resolve(html: text.trimmed) }
}

/// The attributes of one element while it is open.
struct Attributes {
    fileprivate let entries: UnsafeBufferPointer<AttributeStore.Entry>
    fileprivate let bytes: UTF8Bytes

    subscript(name: StaticString) -> UTF8Bytes? {
        for entry in entries where bytes.part(entry.name) == name { return bytes.part(entry.value) }
        return nil
    }
}

/// Copies of the open elements' attributes, since libxml2 keeps them only during its callback.
struct AttributeStore: ~Copyable {
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

    mutating func vocabulary(of uri: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int? {
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

/// The entities that a document may use: HTML's, and its own if they are short and harmless.
///
/// For libxml2 they are predefined. It passes their text on and never parses it, so they can't nest or grow.
struct Entities: ~Copyable {
    private var known: [String: UnsafeMutablePointer<xmlEntity>] = [:]
    /// The document's own entity names and their texts.
    private var declared: Set<String> = []
    private var budget = FeedLimits.entities

    init() {}

    deinit {
        for entity in known.values {
            entity.pointee.content?.deallocate()
            entity.pointee.name?.deallocate()
            entity.deallocate()
        }
    }

    /// Adds a declaration if it is the first of its name and is plain text after decoding its references.
    mutating func declare(_ name: UTF8Bytes, as content: UTF8Bytes) {
        let name = String(name)
        guard known[name] == nil, known.count < FeedLimits.declaredEntities, content.count <= FeedLimits.entity,
            !content.contains("<")
        else { return }
        var text = ByteBuffer(capacity: content.count)
        guard append(content, to: &text), text.count <= FeedLimits.entity else { return }
        known[name] = Self.entity(named: name, text.bytes)
        declared.insert(name)
    }

    /// Whether the document's entities exceed every need.
    var isExhausted: Bool { budget < 0 }

    /// Returns the entity of this name; nil if neither HTML nor the document has it.
    mutating func entity(named name: UTF8Bytes, inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity>? {
        let key = String(name)
        if known[key] == nil, let characters = CharacterReference.characters(namedInXML: name) {
            var text = ByteBuffer(capacity: 8)
            for character in characters { text.append(character.withoutControl) }
            known[key] = Self.entity(named: key, text.bytes)
        }
        guard let entity = known[key] else { return nil }
        if declared.contains(key) { budget -= Int(entity.pointee.length) }
        // In an attribute, libxml2 would use only the first byte of a predefined entity; for others it keeps the
        // reference.
        entity.pointee.etype = inAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
        return entity
    }

    /// Appends text with decoded references. Returns false if some are unknown; those stay.
    @discardableResult
    func append(_ text: UTF8Bytes, to buffer: inout ByteBuffer) -> Bool {
        var copied = 0
        var isDecoded = true
        while let ampersand = text.index(of: "&", from: copied) {
            buffer.append(text.part(copied..<ampersand))
            guard let semicolon = text.index(of: ";", from: ampersand) else {
                copied = ampersand
                isDecoded = false
                break
            }
            let name = text.part((ampersand + 1)..<semicolon)
            copied = semicolon + 1
            if name == "#38" {
                buffer.append(UInt8(ascii: "&"))
            } else if let entity = known[String(name)], let content = entity.pointee.content {
                buffer.append(UTF8Bytes(start: content, count: Int(entity.pointee.length)))
            } else if let reference = CharacterReference(closedAt: ampersand, in: text) {
                buffer.append(reference)
            } else {
                buffer.append(UInt8(ascii: "&"))
                copied = ampersand + 1
                isDecoded = false
            }
        }
        buffer.append(text.part(copied..<text.count))
        return isDecoded
    }

    private static func entity(named name: String, _ text: UTF8Bytes) -> UnsafeMutablePointer<xmlEntity> {
        let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
        entity.initialize(to: xmlEntity())
        entity.pointee.type = XML_ENTITY_DECL
        entity.pointee.name = UnsafePointer(cString(Array(name.utf8)))
        entity.pointee.content = cString(text)
        entity.pointee.length = Int32(text.count)
        // Tells libxml2 not to search the text for references.
        entity.pointee.checked = 2
        return entity
    }

    private static func cString(_ text: some Collection<UInt8>) -> UnsafeMutablePointer<xmlChar> {
        let string = UnsafeMutableBufferPointer<xmlChar>.allocate(capacity: text.count + 1)
        let end = string.initialize(fromContentsOf: text)
        string.initializeElement(at: end, to: 0)
        return string.baseAddress.unsafelyUnwrapped
    }
}

/// Writes inline elements of a body as HTML, without prefixes and with absolute links.
struct InlineMarkup {
    /// Whether the current body has elements.
    private(set) var isInline = false
    /// Whether an attribute was longer than a text may be, and was left out.
    private(set) var isTooLong = false
    /// Whether text needs escaping: not if the body claims to be HTML, with only some tags unescaped.
    var escapesText: Bool { isInline && !isHTML }

    private var isHTML = false
    private var isXHTML = false
    private var hasDroppedDiv = false
    /// The link bases before each element that changes them, with its depth.
    private var outerBases: [(depth: Int, base: LinkResolver.Base?)] = []

    /// Begins a body, whose element may tell its type. Atom's XHTML is markup from the start.
    mutating func begin(_ body: Element) {
        let type = body["mode"] == nil ? body["type"]?.trimmed : nil
        isXHTML = type?.isCaseless("xhtml") == true || type?.isCaseless("application/xhtml+xml") == true
        isHTML = type?.isCaseless("html") == true || type?.isCaseless("text/html") == true
        isInline = isXHTML
    }

    mutating func finish() {
        isInline = false
        isXHTML = false
        isHTML = false
        hasDroppedDiv = false
    }

    mutating func start(
        _ name: SAXName, _ attributes: SAXAttributes, _ entities: borrowing Entities, depth: Int, from start: Int,
        _ links: LinkResolver, into html: inout ByteBuffer
    ) {
        if !isInline {
            isInline = true
            if !isHTML { html.escape(from: start) }
        }
        for attribute in attributes where attribute.isBase {
            outerBases.append((depth, links.base))
            links.rebase(on: attribute.value)
        }
        // The div belongs to Atom, not to the text.
        if isXHTML, depth == 1, name.local.bytes == "div" {
            hasDroppedDiv = true
            return
        }
        html.append(UInt8(ascii: "<"))
        html.append(name.local.bytes)
        for attribute in attributes where attribute.prefix == nil {
            append(attribute, entities, links, to: &html)
        }
        html.append(UInt8(ascii: ">"))
    }

    mutating func end(_ name: SAXName, depth: Int, _ links: LinkResolver, into html: inout ByteBuffer) {
        if let outer = outerBases.last, outer.depth == depth {
            links.base = outer.base
            outerBases.removeLast()
        }
        let local = name.local.bytes
        if hasDroppedDiv, depth == 1, local == "div" { return }
        guard !local.isVoidElement else { return }
        html.append("</")
        html.append(local)
        html.append(UInt8(ascii: ">"))
    }

    private mutating func append(
        _ attribute: SAXAttribute, _ entities: borrowing Entities, _ links: LinkResolver, to html: inout ByteBuffer
    ) {
        guard html.count + attribute.value.count <= FeedLimits.text else { return isTooLong = true }
        html.append(UInt8(ascii: " "))
        html.append(attribute.local)
        html.append("=\"")
        var value = ByteBuffer(capacity: attribute.value.count)
        entities.append(attribute.value, to: &value)
        if HTMLLinks.holdsLink(attribute.local) {
            var link = ByteBuffer(capacity: attribute.value.count + 64)
            links.append(value.bytes.trimmed, to: &link)
            html.append(escaping: link.bytes)
        } else {
            html.append(escaping: value.bytes)
        }
        html.append(UInt8(ascii: "\""))
    }
}

extension ByteBuffer {
    /// Escapes everything after the first `start` bytes.
    fileprivate mutating func escape(from start: Int) {
        guard count > start else { return }
        var plain = ByteBuffer(capacity: count - start)
        plain.append(bytes.part(start..<count))
        truncate(to: start)
        append(escaping: plain.bytes)
    }
}

extension UTF8Bytes {
    // HTML has no end tags for these, and would read `</br>` as a second break.
    fileprivate var isVoidElement: Bool {
        switch count {
        case 2: self == "br" || self == "hr"
        case 3: self == "img" || self == "col" || self == "wbr"
        case 4: self == "area" || self == "base" || self == "link" || self == "meta"
        case 5: self == "embed" || self == "input" || self == "param" || self == "track"
        case 6: self == "source"
        default: false
        }
    }
}
