import HTML

extension ArticleDraft {
    /// Makes a draft of a page's body, or of an element that browsers don't show. Elements beyond the limit are left out.
    init(of tree: HTMLTree, inside element: NodeID? = nil) {
        self.init(tree)
        var builder = DraftBuilder(consume self)
        builder.build(element ?? tree.body)
        self = builder.draft
    }

    /// Gets room for scores, and for the elements that an attempt makes, so that a copy's arrays move only once.
    mutating func makeRoomForAttempt() {
        let room = nodes.count + nodes.count / 8 + 16
        nodes.reserveCapacity(room)
        counts.reserveCapacity(room)
        scores.reserveCapacity(room)
        scores.append(contentsOf: repeatElement(0, count: nodes.count))
    }
}

/// Builds a draft from a page: what browsers show of it, and what its scripts show at once or at a click.
private struct DraftBuilder {
    private(set) var draft: ArticleDraft
    private let tree: HTMLTree
    private var measure = TextMeasure()
    private var hidden = HiddenParts()
    /// The colour of the page, if it says so.
    private var colour: [UInt8]?

    init(_ draft: consuming ArticleDraft) {
        tree = draft.tree
        self.draft = draft
    }

    mutating func build(_ element: NodeID) {
        let room = min(tree.nodeCount, ExtractionLimits.nodes) * 9 / 8 + 16
        draft.nodes.reserveCapacity(room)
        draft.counts.reserveCapacity(room)
        // What is hidden and what shows it have their places in the draft, and get their content once all are known.
        colour = ElementMarks(of: tree.body, in: tree).background
        let root = add(DraftNode(element, tree.tag(of: element), ElementMarks(of: element, in: tree)), to: .none)
        addContent(of: element, to: root)
        fillTemplates()
        fillHiddenParts()
        classify()
    }

    /// Adds what is inside an element of the page to one of the draft.
    private mutating func addContent(of root: NodeID, to element: DraftID) {
        let tree = tree
        // The elements around the next node.
        var around = [(source: root, id: element)]
        var next = tree.firstChild(of: root)
        while let source = next, draft.nodes.count < ExtractionLimits.nodes {
            while let last = around.last, tree.parent(of: source) != last.source { around.removeLast() }
            guard let parent = around.last?.id else { break }
            next = tree.nodePast(source, in: root)
            switch tree.kind(of: source) {
            case .text:
                let (counts, isBlank) = tree.withUTF8(of: source) { measure.measure($0) }
                let traits: DraftNode.Traits = isBlank ? [.isText, .isBlank] : .isText
                add(DraftNode(source: source, tag: .unknown, traits: traits, hints: .init()), counts, to: parent)
            case .element where tree.tag(of: source) == .noscript:
                showImage(of: source, after: draft.lastChild(of: parent))
                let letters = tree.letters(in: source, upTo: .max)
                if letters > draft.unseen.noscript?.letters ?? 0 { draft.unseen.noscript = (source, letters) }
            case .element where tree.tag(of: source) == .template:
                guard let name = tree.value(.id, of: source) else { continue }
                let marks = ElementMarks(of: source, in: tree)
                hidden.templates.append((name, add(DraftNode(source, .template, marks), to: parent)))
            case .element where tree.tag(of: source) == .script: hidden.read(script: source, of: tree)
            case .element where !tree.tag(of: source).isNeverRead:
                let marks = ElementMarks(of: source, in: tree)
                guard !marks.isUnseen(on: colour) else { continue }
                if let control = marks.controls { hidden.controlled.insert(control) }
                let id = add(DraftNode(source, tree.tag(of: source), marks), to: parent)
                if tree.tag(of: source) == .button, heads(source, marks.controls) {
                    // It is the heading of what it shows.
                    draft.nodes[id.index].tag = draft.tag(of: parent).isHeadline ? .span : .h4
                }
                if marks.isPasswordField { draft.hasPassword = true }
                if marks.isHidden || tree.tag(of: source) == .dialog && !marks.isOpen {
                    hidden.add(id, named: tree.value(.id, of: source), marks)
                } else {
                    around.append((source, id))
                    next = tree.node(after: source, in: root)
                }
            default: break
            }
        }
    }

    /// Whether what a button shows is right below it, or below the heading that it is.
    private func heads(_ button: NodeID, _ name: String?) -> Bool {
        guard let name else { return false }
        return [button, tree.parent(of: button) ?? button].contains { above in
            var next = tree.nextSibling(of: above)
            while let id = next, tree.kind(of: id) != .element { next = tree.nextSibling(of: id) }
            return next.flatMap { tree.value(.id, of: $0) } == name
        }
    }

    @discardableResult
    private mutating func add(_ node: DraftNode, _ itsCounts: ElementCounts = ElementCounts(), to parent: DraftID)
        -> DraftID
    {
        let id = DraftID(draft.nodes.count)
        draft.nodes.append(node)
        draft.counts.append(itsCounts)
        if parent != .none { draft.link(id, to: parent) }
        return id
    }

    /// Moves hidden elements into the templates for which a script has them, as servers send parts of a page that take longer.
    private mutating func fillTemplates() {
        var at = 0
        while at < hidden.templates.count {
            let (name, template) = hidden.templates[at]
            at += 1
            if let part = hidden.takePart(for: name) {
                draft.unlink(part)
                removeStandIn(after: template)
                addContent(of: draft.nodes[part.index].source, to: template)
                while let child = draft.firstChild(of: template) {
                    draft.unlink(child)
                    draft.insert(child, before: template)
                }
            }
            draft.unlink(template)
        }
    }

    /// Removes what was shown until the template's content came: it ends with a comment.
    private mutating func removeStandIn(after template: DraftID) {
        var sources: Set<NodeID> = []
        var depth = 0
        var next = tree.nextSibling(of: draft.nodes[template.index].source)
        while let id = next, sources.count < 1000 {
            next = tree.nextSibling(of: id)
            guard tree.kind(of: id) == .comment else {
                sources.insert(id)
                continue
            }
            let comment = tree.utf8(of: id)
            if comment.first == UInt8(ascii: "$") { depth += 1 }
            guard comment.starts(with: "/$".utf8) else { continue }
            if depth == 0 {
                while let shown = draft.nextSibling(of: template), sources.contains(draft.nodes[shown.index].source) {
                    draft.unlink(shown)
                }
                return
            }
            depth -= 1
        }
    }

    /// Shows the hidden elements that a click shows, and takes the others out.
    private mutating func fillHiddenParts() {
        var at = 0
        while at < hidden.parts.count {
            let part = hidden.parts[at]
            at += 1
            guard draft.parent(of: part.id) != nil else { continue }
            if hidden.isShownByClick(part) || followsItsHeading(part.id) || isReadAloud(part) {
                addContent(of: draft.nodes[part.id.index].source, to: part.id)
                // Its class says that it is hidden.
                draft.nodes[part.id.index].hints.ofClass.remove(.isBad)
            } else {
                draft.unlink(part.id)
                draft.unseen.hidden.append(draft.nodes[part.id.index].source)
            }
        }
    }

    /// Whether a hidden element is right below a heading or a button, which then shows it.
    private func followsItsHeading(_ id: DraftID) -> Bool {
        guard draft.tag(of: id).mayBePanel, let before = draft.neighbour(of: id, \.previous), !draft.isText(before)
        else { return false }
        let tag = draft.tag(of: before)
        return (tag.isHeadline || tag == .button || tag == .summary || tag == .dt)
            && tree.letters(in: draft.nodes[id.index].source, upTo: 80) >= 80
    }

    /// Whether an element is hidden from screen readers alone, and has a text that is more than an ornament.
    private func isReadAloud(_ part: HiddenParts.Part) -> Bool {
        guard part.isOnlySilent, draft.tag(of: part.id).mayBePanel else { return false }
        let hints = draft.nodes[part.id.index].hints.all
        guard hints.isDisjoint(with: [.isUnlikely, .isPromotion, .isHeader]) else { return false }
        return tree.letters(in: draft.nodes[part.id.index].source, upTo: 80) >= 80
    }

    /// Shows the image that a page without scripts shows instead of a placeholder before it.
    private mutating func showImage(of noscript: NodeID, after placeholder: DraftID?) {
        guard var place = placeholder else { return }
        if draft.nodes[place.index].traits.contains(.isBlank), let before = draft.nodes[place.index].previous.ifAny {
            place = before
        }
        var next: DraftID? = place
        var images: [DraftID] = []
        while let id = next, images.count < 2 {
            if draft.tag(of: id) == .img { images.append(id) }
            if draft.isText(id), !draft.isBlank(id) { return }
            next = draft.node(after: id, in: place)
        }
        guard images.count == 1, let image = tree.onlyImage(in: noscript) else { return }
        draft.nodes[images[0].index].source = image
    }

    /// Notes which elements have blocks inside.
    private mutating func classify() {
        for index in draft.nodes.indices.reversed() {
            let node = draft.nodes[index]
            guard let parent = node.parent.ifAny, !node.traits.contains(.isText) else { continue }
            if node.tag.isBlock || node.traits.contains(.holdsBlock) {
                draft.nodes[parent.index].traits.insert(.holdsBlock)
            }
            if draft.tag(of: parent).isInlineAsItsContent, !draft.isInline(DraftID(index)) {
                draft.nodes[parent.index].traits.insert(.holdsFlow)
            }
        }
    }
}

/// The texts of a page that browsers don't show.
struct UnseenTexts {
    /// The longest one for browsers without scripts.
    var noscript: (element: NodeID, letters: Int)?
    /// The elements that nothing but a script shows.
    var hidden: [NodeID] = []
}

/// The hidden elements of a page, and what shows them.
private struct HiddenParts {
    struct Part {
        let id: DraftID
        let name: String?
        /// Whether its kind says that a click shows it.
        let isPanel: Bool
        /// Whether it is only hidden from screen readers.
        let isOnlySilent: Bool
    }

    private(set) var parts: [Part] = []
    private var partsByName: [String: DraftID] = [:]
    /// Empty elements that mark where a hidden element will be moved.
    var templates: [(name: String, id: DraftID)] = []
    /// The names of elements that buttons show.
    var controlled: Set<String> = []
    /// For names of templates, those of the hidden elements that scripts move there.
    private var moves: [String: String] = [:]

    mutating func add(_ id: DraftID, named name: String?, _ marks: ElementMarks) {
        parts.append(Part(id: id, name: name, isPanel: marks.isPanel, isOnlySilent: marks.isOnlySilent))
        if let name { partsByName[name] = id }
    }

    func isShownByClick(_ part: Part) -> Bool {
        part.isPanel || part.name.map { controlled.contains($0) } == true
    }

    /// The hidden element for a template, once.
    mutating func takePart(for template: String) -> DraftID? {
        moves.removeValue(forKey: template).flatMap { partsByName.removeValue(forKey: $0) }
    }

    /// Notes the pairs of names in a script of which one is that of a hidden element: `$RC("B:0","S:0")`.
    mutating func read(script: NodeID, of tree: HTMLTree) {
        guard !templates.isEmpty || !partsByName.isEmpty, let child = tree.firstChild(of: script) else { return }
        let text = tree.utf8(of: child)
        guard text.count <= Self.longestScript, moves.count < Self.mostMoves else { return }
        // Strings by quotation marks: the odd ones are between two.
        let strings = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for at in strings.indices where at >= 2 && strings[at - 1].elementsEqual(",".utf8) {
            guard strings[at].count <= 40, strings[at - 2].count <= 40 else { continue }
            let (first, second) = (
                String(decoding: strings[at - 2], as: UTF8.self), String(decoding: strings[at], as: UTF8.self)
            )
            if partsByName[second] != nil {
                moves[first] = second
            } else if partsByName[first] != nil {
                moves[second] = first
            }
        }
    }

    private static let longestScript = 16 << 10
    private static let mostMoves = 1000
}

extension DraftNode {
    fileprivate init(_ source: NodeID, _ tag: HTMLTag, _ marks: ElementMarks) {
        self.init(source: source, tag: tag == .font ? .span : tag, traits: marks.traits, hints: marks.hints)
        if tag != .a { traits.remove(.leadsNearby) }
    }
}

extension HTMLTag {
    fileprivate var mayBePanel: Bool { [.article, .dd, .div, .figure, .li, .main, .ol, .section, .ul].contains(self) }
}

extension HTMLTree {
    /// The bytes of text in an element; counting ends after about `most`.
    func letters(in root: NodeID, upTo most: Int) -> Int {
        var letters = 0
        var next = firstChild(of: root)
        while let id = next, letters < most {
            next = node(after: id, in: root)
            if kind(of: id) == .text {
                letters += utf8(of: id).count { $0 > 0x20 }
            } else if kind(of: id) == .element, tag(of: id) == .script || tag(of: id) == .style {
                next = nodePast(id, in: root)
            }
        }
        return letters
    }

    fileprivate func onlyImage(in root: NodeID) -> NodeID? {
        var image: NodeID?
        var next = firstChild(of: root)
        while let id = next {
            if kind(of: id) == .text, utf8(of: id).contains(where: { $0 > 0x20 }) { return nil }
            if kind(of: id) == .element, tag(of: id) == .img {
                guard image == nil else { return nil }
                image = id
            }
            next = node(after: id, in: root)
        }
        return image
    }
}
