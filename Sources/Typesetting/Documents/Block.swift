/// A part of a document on its own lines.
package enum Block: Equatable, Sendable {
    case paragraph([Inline])
    /// A heading of level 1 to 6.
    case heading(level: Int, [Inline])
    case list(List)
    /// Terms and their definitions.
    case definitions([Definition])
    case quote([Block])
    /// Text with significant spaces and newlines. Only newlines end its lines.
    case preformatted([Inline])
    case table(Table)
    case figure([Block], caption: [Block] = [])
    /// Content that a page hides behind a summary, and a document shows.
    case details(summary: [Inline], [Block])
    case rule
    /// The target of links to `#` and this name, invisible itself.
    case anchor(String)
}
