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
