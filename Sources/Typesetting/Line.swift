/// One line of set text, never wider than was asked for.
package struct Line: Equatable, Sendable {
    package var runs: [Run]

    package init(runs: [Run] = []) {
        self.runs = runs
    }

    /// The line without its styles.
    package var text: String {
        runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    }
}

/// Text in one style, clean: it may be sent to a terminal as it is.
package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// The number of the link that this is part of, as shown: 1 is the first of `Document.links`.
    package var link: Int?

    package init(text: String, style: Style = [], link: Int? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

/// How text looks and what it is; a theme decides what that means in colours.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
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
}
