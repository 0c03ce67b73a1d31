/// A part of a document that stands on lines of its own.
package enum Block: Equatable, Sendable {
    case paragraph([Inline])
    /// A heading of level 1 to 6.
    case heading(level: Int, [Inline])
    case list(List)
    /// Terms, and what is said of them.
    case definitions([Definition])
    case quote([Block])
    /// Text whose spaces and newlines mean something; nothing but a newline ends a line of it.
    case preformatted([Inline])
    case table(Table)
    case figure([Block], caption: [Block] = [])
    /// What a page hides behind a summary, and a document shows.
    case details(summary: [Inline], [Block])
    case rule
    /// The place that links to `#` and this name lead to; it shows nothing itself.
    case anchor(String)
}
