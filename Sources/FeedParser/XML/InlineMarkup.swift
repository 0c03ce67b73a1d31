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
