/// HTML written out again from elements that were inline in the feed.
enum Markup {
    /// Text as HTML that shows it as it is.
    static func escaped(_ text: String) -> String {
        var html = ""
        append(text, to: &html)
        return html
    }

    /// The nodes as HTML, namespaces and prefixes left out.
    static func html(of nodes: [Element.Node]) -> String {
        var html = ""
        for node in nodes { append(node, to: &html) }
        return html
    }

    // It goes as deep as the document, and libxml2 stops that at 256.
    private static func append(_ node: Element.Node, to html: inout String) {
        switch node {
        case .text(let text): append(text, to: &html)
        case .element(let element): append(element, to: &html)
        }
    }

    private static func append(_ element: Element, to html: inout String) {
        html += "<" + element.name.local
        for attribute in element.attributes where attribute.name.namespace == .none {
            html += " " + attribute.name.local + "=\""
            append(attribute.value, to: &html)
            html += "\""
        }
        html += ">"
        for child in element.children { append(child, to: &html) }
        if !void.contains(element.name.local) { html += "</" + element.name.local + ">" }
    }

    private static func append(_ text: String, to html: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }

    // HTML has no end tags for these, and would read `</br>` as a second break.
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"
    ]
}
