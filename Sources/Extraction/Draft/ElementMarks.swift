import HTML

/// What the attributes of an element say about it, read once.
struct ElementMarks {
    private(set) var hints = DraftNode.Hints()
    private(set) var traits: DraftNode.Traits = []
    private var isMarkedHidden = false
    private var isModal = false
    private var isDialog = false
    private var isSilent = false

    init(of source: NodeID, in tree: borrowing HTMLTree) {
        tree.forEachAttribute(of: source) { attribute, value in read(attribute, value) }
    }

    /// Whether browsers show nothing of the element.
    var isHidden: Bool {
        // Formulas and pictures may have a text for screen readers besides.
        isMarkedHidden || isModal && isDialog || isSilent && !hints.ofClass.contains(.isFallback)
    }

    private mutating func read(_ attribute: HTML.Attribute, _ value: UnsafeBufferPointer<UInt8>) {
        switch attribute {
        case .class: hints.ofClass = ClassHints.finder.find(in: value)
        case .id: hints.ofID = ClassHints.finder.find(in: value)
        case .hidden: isMarkedHidden = true
        case .style: isMarkedHidden = isMarkedHidden || Self.hides(value)
        case .ariaModal: isModal = value.elementsEqual("true".utf8)
        case .ariaHidden: isSilent = value.elementsEqual("true".utf8)
        case .role: read(role: value)
        case .href where value.first == UInt8(ascii: "#"): traits.insert(.leadsNearby)
        case .rel where value.elementsEqual("author".utf8): traits.insert(.namesAuthor)
        case .itemprop:
            if value.holds("author") { traits.insert(.namesAuthor) }
            if value.holds("articleBody") { traits.insert(.isMarkedAsBody) }
        case .itemtype where value.ends(in: "Article") || value.ends(in: "BlogPosting"):
            traits.insert(.isMarkedAsArticle)
        default: break
        }
    }

    private mutating func read(role: UnsafeBufferPointer<UInt8>) {
        isDialog = role.elementsEqual("dialog".utf8)
        if role.elementsEqual("main".utf8) {
            traits.insert(.isMarkedAsMain)
        } else if Self.rolesOfOthers.contains(where: role.elementsEqual) {
            traits.insert(.hasRoleOfOthers)
        }
    }

    private static let rolesOfOthers = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"
    ].map { Array($0.utf8) }

    /// Whether a style has the declaration `display: none` or `visibility: hidden`.
    private static func hides(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        guard style.contains(where: { $0 | 0x20 == UInt8(ascii: "d") }) else { return false }
        let declarations = style.lazy.filter { $0 > 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            .split(separator: UInt8(ascii: ";"))
        return declarations.contains {
            $0.starts(with: "display:none".utf8) || $0.starts(with: "visibility:hidden".utf8)
        }
    }
}
