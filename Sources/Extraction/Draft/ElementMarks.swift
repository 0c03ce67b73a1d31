import HTML
import System

/// What the attributes of an element say about it, read once.
struct ElementMarks {
    private(set) var hints = DraftNode.Hints()
    private(set) var traits: DraftNode.Traits = []
    private var isMarkedHidden = false
    private var isModal = false
    private var isDialog = false
    private var isSilent = false
    /// Whether a click shows the element, as its kind says.
    private(set) var isPanel = false
    /// The name of the element that this one shows and hides.
    private(set) var controls: String?
    private(set) var isOpen = false
    /// The colours of its text and behind it, as its style says.
    private var colour: [UInt8]?
    private(set) var background: [UInt8]?
    private(set) var isPasswordField = false

    init(of source: NodeID, in tree: borrowing HTMLTree) {
        tree.forEachAttribute(of: source) { attribute, value in read(attribute, value) }
    }

    /// Whether browsers show nothing of the element.
    var isHidden: Bool {
        // Formulas and pictures may have a text for screen readers besides.
        isMarkedHidden || isModal && isDialog || isSilent && !hints.ofClass.contains(.isFallback)
    }

    /// Whether the element is hidden from screen readers, but browsers show it.
    var isOnlySilent: Bool { isSilent && !isMarkedHidden && !isDialog }

    private mutating func read(_ attribute: HTML.Attribute, _ value: UnsafeBufferPointer<UInt8>) {
        switch attribute {
        case .class: hints.ofClass = ClassHints.finder.find(in: value)
        case .id: hints.ofID = ClassHints.finder.find(in: value)
        case .hidden:
            isMarkedHidden = true
            isPanel = isPanel || value.elementsEqual("until-found".utf8)
        case .style: read(style: value)
        case .bgcolor: background = background ?? Self.colour(value.map(\.lowercased)[...])
        case .ariaModal: isModal = value.elementsEqual("true".utf8)
        case .ariaHidden: isSilent = value.elementsEqual("true".utf8)
        case .open: isOpen = true
        case .type: isPasswordField = value.count == 8 && value.elementsEqual("password".utf8) { $0 | 0x20 == $1 }
        case .role: read(role: value)
        case .ariaControls, .dataBsTarget, .dataTarget:
            controls = String(
                decoding: value.first == UInt8(ascii: "#") ? value.dropFirst() : value[...], as: UTF8.self)
        case .href where value.first == UInt8(ascii: "#"): traits.insert(.leadsNearby)
        case .rel where value.elementsEqual("author".utf8): traits.insert(.namesAuthor)
        case .itemprop:
            if value.holds("author") { traits.insert(.namesAuthor) }
            if value.holds("articleBody") { traits.insert(.isMarkedAsBody) }
            isPanel = isPanel || value.holds("acceptedAnswer")
        case .itemtype where value.ends(in: "Article") || value.ends(in: "BlogPosting"):
            traits.insert(.isMarkedAsArticle)
        default: break
        }
    }

    private mutating func read(role: UnsafeBufferPointer<UInt8>) {
        isDialog = role.elementsEqual("dialog".utf8)
        isPanel = isPanel || role.elementsEqual("tabpanel".utf8)
        if role.elementsEqual("main".utf8) {
            traits.insert(.isMarkedAsMain)
        } else if Self.rolesOfOthers.contains(where: role.elementsEqual) {
            traits.insert(.hasRoleOfOthers)
        }
    }

    private static let rolesOfOthers = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"
    ].map { Array($0.utf8) }

    /// Notes whether a style shows nothing, and its colours.
    private mutating func read(style: UnsafeBufferPointer<UInt8>) {
        for declaration in style.filter({ $0 > 0x20 }).map(\.lowercased).split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = declaration[(colon + 1)...]
            switch String(decoding: declaration[..<colon], as: UTF8.self) {
            case "display": isMarkedHidden = isMarkedHidden || value.starts(with: "none".utf8)
            case "visibility": isMarkedHidden = isMarkedHidden || value.starts(with: "hidden".utf8)
            case "font-size":
                isMarkedHidden = isMarkedHidden || value.elementsEqual("0".utf8) || value.elementsEqual("0px".utf8)
            // Far outside of the window.
            case "left", "text-indent": isMarkedHidden = isMarkedHidden || value.starts(with: "-999".utf8)
            case "color": colour = Self.colour(value)
            case "background", "background-color": background = Self.colour(value)
            default: break
            }
        }
    }

    /// Whether its text has the colour that is behind it.
    func isUnseen(on page: [UInt8]?) -> Bool { colour != nil && colour == background ?? page }

    /// A colour in one spelling.
    private static func colour(_ value: ArraySlice<UInt8>) -> [UInt8] {
        switch String(decoding: value, as: UTF8.self) {
        case "white", "#ffffff", "rgb(255,255,255)": Array("#fff".utf8)
        case "black", "#000000", "rgb(0,0,0)": Array("#000".utf8)
        default: Array(value)
        }
    }
}

/// What the class or the id of an element says about it. Authors of pages name their parts in much the same words.
struct ClassHints: OptionSet, Sendable {
    let rawValue: UInt16

    /// Probably not part of the article.
    static let isUnlikely = ClassHints(rawValue: 1)
    /// Perhaps the article or around it, whatever else the name says.
    static let mayHold = ClassHints(rawValue: 2)
    /// Counts for the element when parts are compared.
    static let isGood = ClassHints(rawValue: 4)
    /// Counts against the element when parts are compared.
    static let isBad = ClassHints(rawValue: 8)
    /// Names the author.
    static let isByline = ClassHints(rawValue: 16)
    /// Asks to share the article.
    static let isSharing = ClassHints(rawValue: 32)
    /// Leads to other articles, or asks to subscribe.
    static let isPromotion = ClassHints(rawValue: 64)
    /// Shown although hidden from screen readers.
    static let isFallback = ClassHints(rawValue: 128)
    /// What readers wrote.
    static let isDiscussion = ClassHints(rawValue: 256)
    /// Names the words below a picture.
    static let isCaption = ClassHints(rawValue: 512)
    /// Says when and by whom, and in which sections.
    static let isMeta = ClassHints(rawValue: 1024)

    /// Asks for consent to cookies.
    static let isNotice = ClassHints(rawValue: 16384)
    /// Names who wrote a post.
    static let namesUser = ClassHints(rawValue: 32768)
    /// A header, unless it is the class of a heading.
    static let isHeader = ClassHints(rawValue: 8192)
    /// Leads to another article if it has a link, and is a lead otherwise.
    static let isTeaser = ClassHints(rawValue: 4096)
    /// Sums the article up before it begins.
    static let isLead = ClassHints(rawValue: 2048)

    static let finder = WordFinder<ClassHints>([
        // The page around the article.
        ("banner footer sidebar masthead", [.isUnlikely, .isBad]),
        ("header", .isHeader),
        ("menu breadcrumb pager pagination extra", .isUnlikely),
        // What readers say about it.
        ("comment", [.isUnlikely, .isBad, .isDiscussion]),
        ("disqus replies |respond| community", [.isUnlikely, .isDiscussion]),
        // Advertisements and notices.
        ("sponsor", [.isUnlikely, .isBad]),
        ("gdpr cookie consent onetrust didomi usercentrics cmpbox qc|cmp", [.isUnlikely, .isBad, .isNotice]),
        ("|ad| advert ad|break popup paywall |player| |modal offcanvas |drawer lightbox", .isUnlikely),
        // Other articles.
        ("related", [.isUnlikely, .isBad, .isPromotion]),
        ("outbrain taboola promo", [.isBad, .isPromotion]),
        ("similar mostread most|read see|also more|from further|read read|also read|more readmore", .isPromotion),
        ("hatnote reactions", .isPromotion),
        ("newsletter recommend subscri signup sign|up trending", .isPromotion),
        ("teaser", .isTeaser),
        ("social", [.isUnlikely, .isPromotion]),
        ("|rss", .isUnlikely),
        ("share", .isBad),
        ("|share| share| |sharing| sharedaddy", .isSharing),
        // Its author.
        ("author|info author|bio author|box author|card author|desc about|author", .isPromotion),
        ("authorinfo authorbio authorbox aboutauthor", .isPromotion),
        ("byline author dateline writtenby", .isByline),
        ("username |user| user|name hnuser |nick| nickname |creator| |poster| |member| commenter", .namesUser),
        // What else goes with it.
        ("entry|meta post|meta article|meta metadata postmetadata dateline post|date entry|date timestamp", .isMeta),
        ("tags|links tag|list taglist article|tags post|tags entry|tags tagslinks cat|links breadcrumb", .isMeta),
        ("editsection reading|time readingtime read|time readtime kicker eyebrow |tools| meta|publi", .isMeta),
        ("head|meta header|meta |meta|author", .isMeta),
        // Beside what people write in forums.
        ("signature postprofile user|info user|action user|details votecell vote|count voting reputation", .isMeta),
        ("print|button printbutton copyright disclaimer disclosure akismet |ratings", .isMeta),
        ("contact meta media tags widget scroll |hidden|", .isBad),
        ("caption bildunterschrift imagedescription image|description |credit|", .isCaption),
        ("|lead| |leadtext intro teaser|text teasertext article|teaser abstract excerpt subtitle subheadline", .isLead),
        ("summary standfirst chapo |dek| bajada vorspann", .isLead),
        // The article.
        ("article body content main", [.mayHold, .isGood]),
        ("column", .mayHold),
        ("entry page post text blog story", .isGood),
        ("fallback|image", .isFallback)
    ])
}

/// Finds many words at once in the class or id of an element, in one pass over its bytes (A. Aho, M. Corasick, 1975).
///
/// A word is in lower case; `|` in it stands for anything but a letter or a digit, and for the start and the end.
struct WordFinder<Found: OptionSet & Sendable>: Sendable where Found.RawValue == UInt16 {
    /// For each state and each symbol, the next state.
    private var next: [UInt16]
    /// What has been found when a state is reached.
    private var found: [UInt16]

    init(_ words: [(words: String, found: Found)]) {
        next = [UInt16](repeating: 0, count: Self.symbols)
        found = [0]
        for list in words {
            for word in list.words.split(separator: " ") { add(word, list.found.rawValue) }
        }
        linkFailures()
    }

    func find(in name: UnsafeBufferPointer<UInt8>) -> Found {
        var state = Int(next[0])
        var all: UInt16 = 0
        for byte in name {
            state = Int(next[state * Self.symbols + Self.symbol(byte)])
            all |= found[state]
        }
        return Found(rawValue: all | found[Int(next[state * Self.symbols])])
    }

    /// A gap, the letters, and one for all digits.
    private static var symbols: Int { 28 }

    @inline(__always)
    private static func symbol(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 96
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 64
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: 27
        default: 0
        }
    }

    private mutating func add(_ word: Substring, _ finding: UInt16) {
        var state = 0
        for byte in word.utf8 {
            let place = state * Self.symbols + Self.symbol(byte)
            if next[place] == 0 {
                next[place] = UInt16(found.count)
                next += repeatElement(0, count: Self.symbols)
                found.append(0)
            }
            state = Int(next[place])
        }
        found[state] |= finding
    }

    /// Turns missing transitions into those of the longest suffix that is also the start of a word.
    private mutating func linkFailures() {
        var failure = [Int](repeating: 0, count: found.count)
        var waiting = (0..<Self.symbols).map { Int(next[$0]) }.filter { $0 != 0 }
        var first = 0
        while first < waiting.count {
            let state = waiting[first]
            first += 1
            for symbol in 0..<Self.symbols {
                let place = state * Self.symbols + symbol
                let fallback = next[failure[state] * Self.symbols + symbol]
                guard next[place] != 0 else {
                    next[place] = fallback
                    continue
                }
                let child = Int(next[place])
                failure[child] = Int(fallback)
                found[child] |= found[Int(fallback)]
                waiting.append(child)
            }
        }
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Whether a word is in it. The standard library's search takes a hundred times as long for texts as short as these.
    func holds(_ word: StaticString) -> Bool {
        holds(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    func holds(_ word: [UInt8]) -> Bool { word.withUnsafeBufferPointer { holds($0) } }

    private func holds(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = word.first, count >= word.count else { return false }
        return withContiguousStorageIfAvailable { bytes in
            (0...(bytes.count - word.count)).contains { start in
                bytes[start] == first && (1..<word.count).allSatisfy { bytes[start + $0] == word[$0] }
            }
        } ?? false
    }

    func ends(in word: StaticString) -> Bool {
        count >= word.utf8CodeUnitCount
            && suffix(word.utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
}
