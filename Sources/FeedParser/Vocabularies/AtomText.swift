/// Atom's text, which says of itself whether it is plain, escaped HTML or inline XHTML (RFC 4287, sections 3.1, 4.1.3).
struct AtomText {
    /// The text as HTML.
    let html: String

    /// Nil for what can't be shown as text: content that is elsewhere, or of a media type such as `image/png`.
    init?(_ element: Element) {
        let type = element["type"]?.trimmed.lowercased() ?? "text"
        switch type {
        case "html", "text/html": html = element.escapedHTML
        case "xhtml", "application/xhtml+xml": html = Markup.html(of: Self.insideOfDiv(element).children)
        case _ where !element.elements.isEmpty: html = Markup.html(of: element.children)
        case _ where type.hasPrefix("text/") || !type.contains("/"): html = Markup.escaped(element.text)
        default: return nil
        }
    }

    var plain: String { PlainText.of(html: html) }

    // The div belongs to Atom and not to the text.
    private static func insideOfDiv(_ element: Element) -> Element {
        guard let only = element.elements.first, element.elements.count == 1, only.name.local == "div" else {
            return element
        }
        return only
    }
}
