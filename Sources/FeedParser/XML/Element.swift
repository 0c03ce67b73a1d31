import FoundationEssentials

/// A complete element, as the reader of its vocabulary sees it. It lives for that one call.
struct Element {
    /// The text in it, however deep; of a body with elements in it, their markup as HTML.
    let text: Bytes
    /// Whether the text is markup that was inline in the feed.
    let isMarkup: Bool
    let attributes: Attributes
    // It belongs to the reader of the document, which outlives every element.
    unowned(unsafe) let links: LinkResolver
    /// Its own values where the document's format has them, the second choice where another vocabulary lent it.
    let rank: Rank

    /// The value of the attribute of this name, without prefix or with the usual prefix of its vocabulary.
    subscript(name: StaticString) -> Bytes? { attributes[name] }

    /// An attribute's text on one line; nil if it is blank.
    func string(_ name: StaticString) -> String? { self[name].flatMap { PlainText.line($0).unlessBlank } }

    /// An attribute's link, made absolute; nil if it is blank.
    func link(_ name: StaticString) -> String? { self[name].flatMap(links.resolve) }

    /// The text as a name or identifier; nil if it is blank.
    var string: String? { String(unlessBlank: text) }

    /// The text on one line.
    var line: String { isMarkup ? PlainText.of(html: text) : PlainText.line(text) }

    /// The text as a link, made absolute; nil if it is blank.
    var link: String? { links.resolve(text) }

    var date: Date? { Date(inFeed: text) }

    var integer: Int? { text.integer }

    /// The words of text that is HTML, as the titles of RSS are.
    var plain: String { PlainText.of(html: text) }

    /// The text as HTML, which it is.
    var html: String { isMarkup ? String(text.trimmed) : links.resolve(html: text.trimmed) }
}
