/// The look and kind of text. A theme maps it to colours.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let bold = Style(rawValue: 1 << 0)
    package static let italic = Style(rawValue: 1 << 1)
    package static let underline = Style(rawValue: 1 << 2)
    package static let dim = Style(rawValue: 1 << 3)
    package static let heading = Style(rawValue: 1 << 4)
    package static let code = Style(rawValue: 1 << 5)
    package static let link = Style(rawValue: 1 << 6)
    package static let quote = Style(rawValue: 1 << 7)
    package static let image = Style(rawValue: 1 << 8)
    package static let marked = Style(rawValue: 1 << 9)
    package static let deleted = Style(rawValue: 1 << 10)
    package static let inserted = Style(rawValue: 1 << 11)
    package static let caption = Style(rawValue: 1 << 12)
    /// Drawn by the typesetter: bars, rules, marks of continued lines.
    package static let drawn = Style(rawValue: 1 << 13)
    /// A match of a search, and the chosen one.
    package static let found = Style(rawValue: 1 << 14)
    package static let chosen = Style(rawValue: 1 << 15)
}
