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
        case .class: hints.ofClass = ClassHints(of: value)
        case .id: hints.ofID = ClassHints(of: value)
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
}

extension ClassHints {
    /// What a class or an id says.
    init(of name: UnsafeBufferPointer<UInt8>) {
        self.init(rawValue: Self.finder.meaning(of: name))
    }

    private static let names: [Substring: ClassHints] = [
        "isUnlikely": .isUnlikely, "mayHold": .mayHold, "isGood": .isGood, "isBad": .isBad, "isByline": .isByline,
        "isSharing": .isSharing, "isPromotion": .isPromotion, "isFallback": .isFallback, "isDiscussion": .isDiscussion,
        "isCaption": .isCaption, "isMeta": .isMeta, "isLead": .isLead, "isTeaser": .isTeaser, "isHeader": .isHeader,
        "isNotice": .isNotice, "namesUser": .namesUser
    ]

    private static let finder = WordFinder(
        WordLists(PackageResources.ClassWords_txt).lists.map { list in
            let hints = list.name.split(separator: " ").compactMap { names[$0] }
            return (
                words: list.lines.flatMap { $0.split(separator: " ").map(String.init) },
                meaning: hints.reduce(into: ClassHints()) { $0.formUnion($1) }.rawValue
            )
        })
}
