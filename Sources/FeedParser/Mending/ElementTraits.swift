/// What a name says about an element in a document whose tags can't be relied on.
struct ElementTraits: OptionSet {
    let rawValue: UInt16

    /// It is HTML's.
    static let html = ElementTraits(rawValue: 1 << 0)
    /// HTML has no end tag for it.
    static let void = ElementTraits(rawValue: 1 << 1)
    /// HTML has no end tag for it, but feeds have an element of the same name that has.
    static let voidInHTML = ElementTraits(rawValue: 1 << 10)
    /// In HTML the next of its kind ends it.
    static let endedByNext = ElementTraits(rawValue: 1 << 2)
    /// It is a feed's, and may be HTML's as well.
    static let feed = ElementTraits(rawValue: 1 << 3)
    /// Feeds begin with it.
    static let root = ElementTraits(rawValue: 1 << 4)
    /// Items stand in it.
    static let holdsItems = ElementTraits(rawValue: 1 << 5)
    static let item = ElementTraits(rawValue: 1 << 6)
    /// It is a feed's and holds words, at most with some HTML among them.
    static let holdsText = ElementTraits(rawValue: 1 << 7)
    /// It is a feed's and holds a text that may be HTML, not escaped.
    static let holdsHTML = ElementTraits(rawValue: 1 << 8)
    /// Within it names of other languages are to be expected: SVG and MathML.
    static let foreign = ElementTraits(rawValue: 1 << 9)

    /// Nothing for a name that means nothing to us.
    static func of(_ name: NameHash) -> ElementTraits {
        var slot = name.slot(of: table.count)
        while let entry = table[slot] {
            if entry.name == name { return entry.traits }
            slot = (slot + 1) % table.count
        }
        return []
    }

    // Looked up for every tag, and so by the hash that is there already; a dictionary would hash it again. Most places are
    // empty, so that most names that are not in here end at the first.
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
