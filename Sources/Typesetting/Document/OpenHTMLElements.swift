import HTML

/// The stored properties of a start or end tag.
struct OpenTag {
    let element: HTMLTag
    /// Distinguishes elements that lede doesn't know.
    let name: UInt32
    let isSelfClosing: Bool

    init(_ element: HTMLTag, in stream: borrowing TagStream) {
        (self.element, name, isSelfClosing) = (element, stream.name, stream.isSelfClosing)
    }
}

/// The open elements, and which of them a tag ends: many end tags are missing in practice.
///
/// Formats such as `b` aren't included: they have their own rules (`InlineFormats`).
struct OpenHTMLElements {
    struct Entry {
        let tag: OpenTag
        /// The state before the element, which its end restores.
        let outer: DocumentBuilder.State
        /// The depth of blocks at its end.
        var blockDepth: Int
        /// The number of the format that ends with it.
        var format: Int?
        /// For a cell, the argument for `InlineFormats.leaveCell`.
        var outerFloor: Int?
        /// Whether its style makes it a block.
        var isBlock = false
    }

    /// The deepest nesting. Deeper elements lose their meaning and keep their text.
    static let deepest = 256

    private(set) var entries: [Entry] = []
    /// The number of elements that were too deep to be opened, by name, so that their end tags end nothing else.
    private var tooDeep: [UInt32: Int] = [:]
    private var openParagraphs = 0

    var count: Int { entries.count }
    var last: Entry? { entries.last }

    /// Opens an element, unless it would be too deep.
    mutating func push(_ entry: Entry) -> Bool {
        guard entries.count < Self.deepest else {
            tooDeep[entry.tag.name, default: 0] += 1
            return false
        }
        if entry.tag.element == .p { openParagraphs += 1 }
        entries.append(entry)
        return true
    }

    /// Changes the entry of the innermost element.
    mutating func withLast(_ change: (inout Entry) -> Void) {
        if let last = entries.indices.last { change(&entries[last]) }
    }

    mutating func pop() -> Entry? {
        let entry = entries.popLast()
        if entry?.tag.element == .p { openParagraphs -= 1 }
        return entry
    }

    /// Whether an end tag belongs to an element that was too deep to be opened.
    mutating func isEndOfTooDeep(_ tag: OpenTag) -> Bool {
        guard !tooDeep.isEmpty, let count = tooDeep[tag.name] else { return false }
        tooDeep[tag.name] = count > 1 ? count - 1 : nil
        return true
    }

    /// Whether one of these elements is open, in the innermost cell or outside all of them.
    func contains(_ element: HTMLTag) -> Bool {
        index(of: element, upTo: { $0.isCell }) != nil
    }

    /// Whether a row or cell that begins here is in a table.
    var isInTable: Bool {
        index(of: .table, upTo: { $0 == .template }) != nil
    }
}

// The effects of start tags.
extension OpenHTMLElements {
    /// The number of elements that stay open when this one begins.
    func depth(whenStarting element: HTMLTag) -> Int {
        switch element {
        case .li: return depthWithoutParagraph(below: startOfItem([.li]) ?? count)
        case .dt, .dd: return depthWithoutParagraph(below: startOfItem([.dt, .dd]) ?? count)
        case .rb, .rt, .rp, .rtc:
            if let last, [.rb, .rt, .rp, .rtc].contains(last.tag.element) { return count - 1 }
            return count
        case .option, .button:
            return index(of: element, upTo: \.limitsScope) ?? count
        case .table:
            // A table that begins between another's rows ends it.
            if let outer = entries.lastIndex(where: { $0.tag.element.isCell || $0.tag.element == .table }),
                entries[outer].tag.element == .table
            {
                return outer
            }
            return depthWithoutParagraph(below: count)
        case .td, .th: return depth(inTableAbove: { $0 == .tr || $0.isTablePart })
        case .tr: return depth(inTableAbove: \.isTablePart)
        case .thead, .tbody, .tfoot, .caption, .colgroup, .col: return depth(inTableAbove: { _ in false })
        default: break
        }
        guard element.endsOpenParagraph else { return count }
        let depth = depthWithoutParagraph(below: count)
        // An unclosed heading ends at the next heading.
        if element.headingLevel != nil, depth > 0, entries[depth - 1].tag.element.headingLevel != nil {
            return depth - 1
        }
        return depth
    }

    /// The index of the open item that another one ends. Items of an outer list don't count.
    private func startOfItem(_ elements: [HTMLTag]) -> Int? {
        for index in entries.indices.reversed() {
            let element = entries[index].tag.element
            if elements.contains(element) { return index }
            if element.isSpecial, element != .p, element != .div, element != .address { return nil }
        }
        return nil
    }

    private func depthWithoutParagraph(below depth: Int) -> Int {
        guard openParagraphs > 0 else { return depth }
        for index in entries[..<depth].indices.reversed() {
            let element = entries[index].tag.element
            if element == .p { return index }
            if element.limitsScope || element == .button { break }
        }
        return depth
    }

    /// The number of elements that stay open when the innermost of these table parts continues.
    private func depth(inTableAbove isPart: (HTMLTag) -> Bool) -> Int {
        guard let table = index(of: .table, upTo: { $0 == .template }) else { return count }
        return (index(isPart, upTo: { $0 == .table }) ?? table) + 1
    }
}

// The effects of end tags.
extension OpenHTMLElements {
    /// The number of elements that stay open after this end tag; nil if it ends none.
    func depth(whenEnding tag: OpenTag) -> Int? {
        let element = tag.element
        switch element {
        case .p:
            guard openParagraphs > 0 else { return nil }
            return index(of: .p, upTo: { $0.limitsScope || $0 == .button })
        case .li: return index(of: .li, upTo: { $0.limitsScope || $0 == .ol || $0 == .ul })
        case .h1, .h2, .h3, .h4, .h5, .h6: return index({ $0.headingLevel != nil }, upTo: \.limitsScope)
        case .tr:
            // A row may have begun with its first cell.
            return index({ $0 == .tr }, upTo: { $0 == .table }) ?? index(\.isCell, upTo: { $0 == .table })
        case .td, .th, .caption, .thead, .tbody, .tfoot: return index(of: element, upTo: { $0 == .table })
        case .table: return index(of: element, upTo: { $0 == .template })
        case .body, .html: return nil
        default: break
        }
        if element.isSpecial { return index(of: element, upTo: \.limitsScope) }
        for index in entries.indices.reversed() {
            if entries[index].tag.name == tag.name { return index }
            if entries[index].tag.element.isSpecial { return nil }
        }
        return nil
    }

    private func index(of element: HTMLTag, upTo isLimit: (HTMLTag) -> Bool) -> Int? {
        index({ $0 == element }, upTo: isLimit)
    }

    /// The index of the innermost element of a kind; nil if a limit comes first.
    private func index(_ isSought: (HTMLTag) -> Bool, upTo isLimit: (HTMLTag) -> Bool) -> Int? {
        for index in entries.indices.reversed() {
            let element = entries[index].tag.element
            if isSought(element) { return index }
            if isLimit(element) { return nil }
        }
        return nil
    }
}

extension HTMLTag {
    fileprivate var isCell: Bool { self == .td || self == .th || self == .caption }

    fileprivate var isTablePart: Bool { self == .thead || self == .tbody || self == .tfoot }

    /// Whether end tags inside the element can't end elements outside it.
    fileprivate var limitsScope: Bool {
        switch self {
        case .applet, .caption, .table, .td, .th, .marquee, .object, .template, .foreignObject: true
        default: false
        }
    }
}

// The meaning of HTML's elements for a text.
extension HTMLTag {
    /// Whether the element is on lines of its own.
    var breaksParagraph: Bool {
        switch self {
        case .html, .body, .div, .section, .article, .main, .header, .footer, .nav, .aside, .address, .center, .form,
            .fieldset, .legend, .hgroup, .search, .marquee, .p, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .listing, .xmp,
            .plaintext, .blockquote, .hr, .figure, .figcaption, .details, .summary, .dialog, .ul, .ol, .menu, .dir, .li,
            .dl, .dt, .dd, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th:
            true
        default: false
        }
    }

    /// Whether the element ends an open paragraph according to the HTML Standard (13.2.6.4.7).
    fileprivate var endsOpenParagraph: Bool {
        switch self {
        case .html, .body, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .marquee, .legend: false
        default: breaksParagraph
        }
    }

    /// Whether the element is special in the HTML Standard: end tags of inline elements inside it don't reach outside.
    var isSpecial: Bool {
        switch self {
        case .applet, .object, .template, .select, .button, .iframe, .noscript, .marquee, .foreignObject: true
        default: breaksParagraph
        }
    }

    /// Whether the element is a format: it continues after the end of its block, until its own end tag.
    var isFormat: Bool {
        switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
        default: false
        }
    }

    var headingLevel: Int? {
        switch self {
        case .h1: 1
        case .h2: 2
        case .h3: 3
        case .h4: 4
        case .h5: 5
        case .h6: 6
        default: nil
        }
    }

    /// Whether the element is left out with its contents.
    var isHidden: Bool {
        switch self {
        case .script, .style, .title, .template, .noembed, .noframes, .svg, .canvas, .applet, .frameset, .rp, .select,
            .textarea, .button, .datalist, .progress, .meter, .annotation, .annotationXML:
            true
        default: false
        }
    }

    /// The effect of the element on its text.
    var style: InlineStyle? {
        switch self {
        case .em, .i, .cite, .var, .dfn: .emphasis
        case .strong, .b: .strong
        case .code, .kbd, .samp, .tt: .code
        case .del, .s, .strike: .deleted
        case .ins: .inserted
        case .u: .underlined
        case .mark: .marked
        case .small: .small
        case .sub: .subscript
        case .sup: .superscript
        default: nil
        }
    }
}
