/// Atom's text, which is plain, escaped HTML or inline XHTML (RFC 4287, sections 3.1, 4.1.3; in Atom 0.3 the mode
/// tells, section 3.1 of its draft).
struct AtomText {
    private enum Kind { case plain, html, decoded(String) }

    private let element: Element
    private let kind: Kind

    /// Nil for content that isn't text: a picture, sound or film.
    init?(_ element: Element) {
        self.element = element
        let type = element["type"]?.trimmed
        let mode = element["mode"]?.trimmed
        if !element.isMarkup, mode?.isCaseless("base64") == true || type?.isText == false,
            let text = Base64.text(in: element.text)
        {
            kind = .decoded(text)
        } else if element.isMarkup || mode?.isCaseless("escaped") == true || type?.isHTML == true {
            kind = .html
        } else if type?.isMedia == true {
            return nil
        } else {
            kind = .plain
        }
    }

    var html: String {
        switch kind {
        case .html: return element.html
        case .plain:
            guard element.text.count <= Limits.plainText else { return "" }
            var html = ByteBuffer(capacity: element.text.count)
            html.append(escaping: element.text.trimmed)
            return String(html.bytes)
        case .decoded(var text): return text.withUTF8 { element.links.resolve(html: $0) }
        }
    }

    /// The text on one line.
    var plain: String {
        switch kind {
        case .html: return element.plain
        case .plain: return PlainText.line(element.text)
        case .decoded(var text): return text.withUTF8 { PlainText.of(html: $0) }
        }
    }
}

extension Bytes {
    fileprivate var isHTML: Bool {
        isCaseless("html") || isCaseless("text/html") || isCaseless("xhtml") || isCaseless("application/xhtml+xml")
    }

    fileprivate var isText: Bool { !contains("/") || startsCaseless("text/") || hasSuffix("xml") }

    fileprivate var isMedia: Bool { startsCaseless("image/") || startsCaseless("audio/") || startsCaseless("video/") }

    private func hasSuffix(_ suffix: StaticString) -> Bool {
        count >= suffix.utf8CodeUnitCount && part((count - suffix.utf8CodeUnitCount)..<count).isCaseless(suffix)
    }
}
