import FoundationEssentials

/// A complete element for its vocabulary's reader. It is only valid during that call.
struct Element {
    /// Its text of any depth; the markup as HTML for a body with elements.
    let text: Bytes
    /// Whether the text is inline markup.
    let isMarkup: Bool
    let attributes: Attributes
    // Owned by the document's reader, which outlives every element.
    unowned(unsafe) let links: LinkResolver
    /// `own` for the document's format, `borrowed` for another vocabulary.
    let rank: Rank

    /// Returns the attribute of this name, without a prefix or with its vocabulary's usual one.
    subscript(name: StaticString) -> Bytes? { attributes[name] }

    /// Returns an attribute's text on one line; nil if it is blank.
    func string(_ name: StaticString) -> String? { self[name].flatMap { PlainText.line($0).unlessBlank } }

    /// Returns an attribute's absolute link; nil if it is blank.
    func link(_ name: StaticString) -> String? { self[name].flatMap(links.resolve) }

    /// The text as a name or identifier; nil if it is blank.
    var string: String? { String(unlessBlank: text) }

    /// The text on one line.
    var line: String { isMarkup ? PlainText.of(html: text) : PlainText.line(text) }

    /// The text as an absolute link; nil if it is blank.
    var link: String? { links.resolve(text) }

    var date: Date? { Date(inFeed: text) }

    var integer: Int? { text.integer }

    /// The words of the text as HTML, such as RSS's titles.
    var plain: String { PlainText.of(html: text) }

    /// The text as HTML.
    var html: String { isMarkup ? String(text.trimmed) : links.resolve(html: text.trimmed) }
}
