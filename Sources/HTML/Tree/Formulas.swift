import System

// Formulas: MathML and MathJax's TeX become text, since neither a terminal nor a search has anything else.
extension HTMLTree {
    /// Returns HTML with its formulas as text; nil if it has none.
    package static func settingFormulas(inHTML html: Span<UInt8>) -> String? {
        let name = Array("math".utf8)
        var hasFormula = false
        for index in html.indices where html[index] | 0x20 == name[0] && index > 0 && index + 8 <= html.count {
            guard (1...3).allSatisfy({ html[index + $0] | 0x20 == name[$0] }) else { continue }
            // An element, a script's type, or the class of a drawing.
            hasFormula =
                html[index - 1] == UInt8(ascii: "<") || html[index + 4] == UInt8(ascii: "/")
                || html[index + 4] == UInt8(ascii: "J")
            if hasFormula { break }
        }
        guard hasFormula else { return nil }
        let bytes = html.withUnsafeBufferPointer { Array($0) }
        let tree = HTMLTree(parsingFragment: bytes, in: "div").settingFormulas()
        return tree.html(of: tree.root, withItself: false)
    }

    /// Returns the tree with its formulas as text.
    package consuming func settingFormulas() -> HTMLTree {
        let latex = attributeNames.known(Array("data-latex".utf8))
        let isThere = nodes.contains { node in
            node.kind == .element && (node.tag == .math || node.tag == .script && isTeX(node))
        }
        guard isThere || latex != nil else { return self }
        var tree = self
        var next = tree.firstChild(of: tree.root)
        while let id = next {
            if tree.kind(of: id) == .element, tree.tag(of: id) == .math {
                next = tree.setFormula(id)
            } else if tree.kind(of: id) == .element, tree.tag(of: id) == .script, tree.isTeX(tree.nodes[id.index]) {
                tree.setTeX(of: id)
                next = tree.nodePast(id, in: tree.root)
            } else {
                next = tree.node(after: id, in: tree.root)
            }
        }
        if let latex { tree.setDrawings(naming: latex) }
        return tree
    }

    /// Shows the TeX that MathJax 4 notes in its drawings, where they have no copy in MathML.
    private mutating func setDrawings(naming latex: UInt32) {
        var next = firstChild(of: root)
        while let id = next {
            next = node(after: id, in: root)
            // A slice of the buffer would have it copied when the text is added.
            guard let tex = value(of: latex, of: id).map({ String(decoding: $0, as: UTF8.self) }),
                let place = drawing(around: id)
            else { continue }
            set(place, tex, isCode: true, isDisplayed: attribute("display", of: place) == "true")
            next = nodePast(place, in: root)
        }
    }

    private func isTeX(_ script: Node) -> Bool { value(.type, ofElement: script).starts(with: "math/tex".utf8) }

    private func value(_ attribute: Attribute, ofElement node: Node) -> ArraySlice<UInt8> {
        for entry in attributes[node.attributes] where entry.name == attribute.rawValue {
            return bytes(of: entry.value).prefix(Self.longestClass)
        }
        return []
    }

    private func hasClass(_ id: NodeID, anyOf classes: Set<String>) -> Bool {
        guard kind(of: id) == .element else { return false }
        return value(.class, ofElement: nodes[id.index]).split(separator: .space).contains {
            classes.contains(String(decoding: $0, as: UTF8.self))
        }
    }

    private static let longestClass = 200
    /// What generators draw a formula in, with a copy in MathML for screen readers.
    private static let drawings: Set = [
        "katex", "katex-display", "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML",
        "mjx-chtml", "MJXc-display", "mwe-math-element"
    ]
    private static let levelsOfDrawings = 8

    /// Puts a formula's text in the place of its element, or of the drawing around that. Returns the node that follows.
    private mutating func setFormula(_ math: NodeID) -> NodeID? {
        let place = drawing(around: math) ?? math
        var isDisplayed = attribute("display", of: math) == "block" || attribute("mode", of: math) == "display"
        if hasClass(place, anyOf: ["katex-display", "MathJax_Display", "MJXc-display"]) { isDisplayed = true }
        let words = FormulaText.text(of: math, in: self)
        let tex = words.isEmpty ? annotation(of: math) : ""
        let before = sibling(of: place, isNext: false)
        if let before, hasClass(before, anyOf: ["MathJax_Preview"]) { remove(before) }
        if let after = sibling(of: place, isNext: true), tag(of: after) == .script, isTeX(nodes[after.index]) {
            remove(after)
        }
        set(place, tex.isEmpty ? words : tex, isCode: !tex.isEmpty, isDisplayed: isDisplayed)
        return nodePast(place, in: root)
    }

    /// The outermost drawing of a formula that has a node.
    private func drawing(around id: NodeID) -> NodeID? {
        var drawing: NodeID?
        var next: NodeID? = id
        for _ in 0...Self.levelsOfDrawings {
            guard let around = next, around != root else { break }
            if hasClass(around, anyOf: Self.drawings) { drawing = around }
            next = parent(of: around)
        }
        return drawing
    }

    /// Shows the TeX that a script would draw, instead of what it has drawn without a copy in MathML.
    private mutating func setTeX(of script: NodeID) {
        while let before = sibling(of: script, isNext: false),
            hasClass(before, anyOf: Self.drawings) || hasClass(before, anyOf: ["MathJax_Preview"])
        {
            remove(before)
        }
        let isDisplayed = String(decoding: value(.type, ofElement: nodes[script.index]), as: UTF8.self)
            .contains("mode=display")
        set(script, textContent(of: script), isCode: true, isDisplayed: isDisplayed)
    }

    /// The TeX from which a formula was made; empty if the page doesn't say.
    private func annotation(of math: NodeID) -> String {
        var next = firstChild(of: math)
        while let id = next {
            if kind(of: id) == .element, tag(of: id) == .annotation { return textContent(of: id) }
            next = node(after: id, in: math)
        }
        return attribute("alttext", of: math) ?? ""
    }

    /// The element beside a node, with only white space between.
    private func sibling(of id: NodeID, isNext: Bool) -> NodeID? {
        var beside: NodeID? = id
        for _ in 0..<4 {
            guard let last = beside else { return nil }
            // The first child's `previous` is the last child.
            let isFirst = parent(of: last).flatMap { firstChild(of: $0) } == last
            beside = isNext ? nextSibling(of: last) : isFirst ? nil : nodes[last.index].previous.ifAny
            guard let beside else { return nil }
            switch kind(of: beside) {
            case .element: return beside
            case .text where utf8(of: beside).contains { !$0.isHTMLSpace }: return nil
            default: break
            }
        }
        return nil
    }

    /// Leaves nothing of a node but its place.
    private mutating func remove(_ id: NodeID) { replace(id, with: Node(kind: .comment, text: .empty)) }

    private mutating func replace(_ id: NodeID, with node: Node) {
        let old = nodes[id.index]
        nodes[id.index] = node
        (nodes[id.index].parent, nodes[id.index].previous, nodes[id.index].next) = (old.parent, old.previous, old.next)
    }

    /// Makes an element one of code, or none, with the lines of a text.
    private mutating func set(_ id: NodeID, _ text: String, isCode: Bool, isDisplayed: Bool) {
        replace(id, with: Node(element: UInt32((isCode ? HTMLTag.code : .span).rawValue)))
        var children: [Node] = []
        let lines = text.split(separator: "\n")
        for (index, line) in lines.enumerated() {
            if index > 0 { children.append(Node(element: UInt32(HTMLTag.br.rawValue))) }
            let start = buffer.count
            buffer += line.utf8
            children.append(Node(kind: .text, text: TextRange(buffer: start..<buffer.count)))
        }
        if isDisplayed, !children.isEmpty {
            let lineBreak = Node(element: UInt32(HTMLTag.br.rawValue))
            children = [lineBreak] + children + [lineBreak]
        }
        let first = UInt32(nodes.count)
        for (index, child) in zip(UInt32(0)..., children) {
            var child = child
            child.parent = id
            child.previous = NodeID(first + (index > 0 ? index : UInt32(children.count)) - 1)
            if index + 1 < UInt32(children.count) { child.next = NodeID(first + index + 1) }
            nodes.append(child)
        }
        if !children.isEmpty { nodes[id.index].first = NodeID(first) }
    }
}
