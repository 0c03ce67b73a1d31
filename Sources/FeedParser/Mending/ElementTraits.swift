import Glibc
import System

/// What an element's name means in a document with unreliable tags.
struct ElementTraits: OptionSet {
    let rawValue: UInt16

    /// An element of HTML.
    static let html = ElementTraits(rawValue: 1 << 0)
    /// Without an end tag in HTML.
    static let void = ElementTraits(rawValue: 1 << 1)
    /// Without an end tag in HTML, while feeds have an element of the same name with one.
    static let voidInHTML = ElementTraits(rawValue: 1 << 10)
    /// In HTML, the next of its kind ends it.
    static let endedByNext = ElementTraits(rawValue: 1 << 2)
    /// An element of feeds, perhaps also of HTML.
    static let feed = ElementTraits(rawValue: 1 << 3)
    /// The root of a feed.
    static let root = ElementTraits(rawValue: 1 << 4)
    /// The parent of items.
    static let holdsItems = ElementTraits(rawValue: 1 << 5)
    static let item = ElementTraits(rawValue: 1 << 6)
    /// An element of feeds with words, at most with some HTML.
    static let holdsText = ElementTraits(rawValue: 1 << 7)
    /// An element of feeds with text that may be unescaped HTML.
    static let holdsHTML = ElementTraits(rawValue: 1 << 8)
    /// An element that contains names of other languages: SVG and MathML.
    static let foreign = ElementTraits(rawValue: 1 << 9)

    /// Returns the traits of a name; empty if unknown.
    static func of(_ name: NameHash) -> ElementTraits {
        var slot = name.slot(of: table.count)
        while let entry = table[slot] {
            if entry.name == name { return entry.traits }
            slot = (slot + 1) % table.count
        }
        return []
    }

    // Looked up for every tag by the hash that already exists; a dictionary would hash again. Most slots are empty, so
    // most unknown names end at the first.
    private static let table: [(name: NameHash, traits: ElementTraits)?] = {
        var traits: [NameHash: ElementTraits] = [:]
        for (names, trait) in words {
            for name in names.split(separator: " ") { traits[NameHash(String(name)), default: []].formUnion(trait) }
        }
        var table = [(name: NameHash, traits: ElementTraits)?](repeating: nil, count: 1024)
        for (name, traits) in traits {
            var slot = name.slot(of: table.count)
            while table[slot] != nil { slot = (slot + 1) % table.count }
            table[slot] = (name, traits)
        }
        return table
    }()

    private static let words: [(String, ElementTraits)] = [
        ("rss feed rdf rdf:rdf atom:feed", [.feed, .root, .holdsItems]),
        ("channel rss:channel", [.feed, .root, .holdsItems]),
        ("item entry rss:item atom:entry", [.feed, .item]),
        (
            """
            title link author category comments guid pubdate id updated published issued modified created name uri url \
            email language copyright managingeditor webmaster lastbuilddate generator docs ttl rating rights width height \
            atom:title atom:link atom:id atom:updated atom:published dc:title dc:creator dc:date dc:subject dc:publisher \
            dc:language dc:identifier dc:rights dcterms:created dcterms:modified dcterms:issued itunes:author itunes:title \
            itunes:subtitle itunes:keywords itunes:duration media:title media:credit media:keywords slash:comments \
            wfw:commentrss feedburner:origlink sy:updateperiod sy:updatefrequency thr:total
            """, [.feed, .holdsText]
        ),
        (
            """
            description summary content subtitle tagline info body content:encoded dc:description itunes:summary \
            media:description atom:summary atom:content xhtml:body
            """, [.feed, .holdsHTML]
        ),
        ("image textinput cloud source enclosure skipdays skiphours contributor logo icon media:content", .feed),
        ("area base br col embed hr img input keygen meta param track wbr", [.html, .void]),
        ("link source", [.html, .voidInHTML]),
        ("p li dt dd tr td th option thead tbody tfoot", [.html, .endedByNext]),
        ("svg math", [.html, .foreign]),
        (
            """
            a abbr acronym address applet article aside audio b bdi bdo big blink blockquote body button canvas caption \
            center cite code colgroup content data datalist del details dfn dialog dir div dl em fieldset figcaption \
            figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd label legend \
            main map mark marquee menu meter nav nobr noframes noscript object ol optgroup output picture pre progress q \
            rp rt ruby s samp script section select slot small span strike strong style sub summary sup table \
            template textarea time title tt u ul var video xmp
            """, .html
        )
    ]
}

/// A name's hash, to recognise the name.
///
/// Names with equal hashes are confused. Whoever provokes that breaks only their own document.
struct NameHash: Hashable {
    private let value: UInt64

    /// Hashes an element's name, ignoring case as in a broken document: there `</pubdate>` may end `<pubDate>`.
    init(_ name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0x20)
    }

    /// Hashes a case-sensitive name, such as an entity's: `&Eacute;` isn't `&eacute;`.
    init(exactly name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0)
    }

    init(_ name: String) {
        self.init(name.utf8)
    }

    // FNV-1a, which is short and good enough for words. To ignore case, the bit that distinguishes it is set; other
    // characters confused by this aren't letters and are rare in names.
    private init(_ name: some Sequence<UInt8>, caseMask: UInt8) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { value = (value ^ UInt64(byte | caseMask)) &* 0x100_0000_01B3 }
        self.value = value
    }

    /// Its first slot in a table of this size.
    func slot(of count: Int) -> Int { Int(truncatingIfNeeded: (value ^ value >> 32) % UInt64(count)) }
}

/// A range of a document in memory, as cheap as a pointer and as safe as an array.
///
/// It is valid while the closure runs that got the document's bytes. Its indices are those of the whole document.
struct ByteView: RandomAccessCollection {
    private let base: UnsafePointer<UInt8>
    let startIndex: Int
    let endIndex: Int

    /// Nil without memory, as for an empty document.
    init?(_ bytes: UTF8Bytes) {
        guard let base = bytes.baseAddress else { return nil }
        self.init(base: base, startIndex: 0, endIndex: bytes.count)
    }

    private init(base: UnsafePointer<UInt8>, startIndex: Int, endIndex: Int) {
        self.base = base
        self.startIndex = startIndex
        self.endIndex = endIndex
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= startIndex && index < endIndex, "an index outside of the view")
        return base[index]
    }

    subscript(range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex, "a range outside of the view")
        return ByteView(base: base, startIndex: range.lowerBound, endIndex: range.upperBound)
    }

    /// The same range with its own indices.
    var bytes: UTF8Bytes { UTF8Bytes(start: base + startIndex, count: count) }

    func withContiguousStorageIfAvailable<Result>(_ body: (UTF8Bytes) throws -> Result) rethrows -> Result? {
        try body(bytes)
    }

    /// Returns the first index from `start` on with a wanted byte, or the end.
    func firstIndex(from start: Int, where isWanted: (UInt8) -> Bool) -> Int {
        var index = start
        while index < endIndex, !isWanted(self[index]) { index += 1 }
        return index
    }

    func has(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset] != word.utf8Start[offset] { return false }
        return true
    }

    /// Whether a word, given in lower case, is at an index in any case.
    func hasIgnoringCase(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset].lowercased != word.utf8Start[offset] {
            return false
        }
        return true
    }

    /// Returns the first index of a byte from `start` on. C's memchr is as fast as memory.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < endIndex, let found = memchr(base + start, Int32(byte), endIndex - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
