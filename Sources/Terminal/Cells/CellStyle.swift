/// How text looks on the terminal.
package nonisolated struct CellStyle: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The standard library's initialiser isn't specialised for this type, which would slow the start.
        package init(arrayLiteral elements: Attributes...) {
            rawValue = elements.reduce(0) { $0 | $1.rawValue }
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)
        package static let struckOut = Attributes(rawValue: 1 << 5)
    }

    package var attributes: Attributes
    /// Nil is the terminal's default colour.
    package var foreground: TerminalColor?
    package var background: TerminalColor?

    package init(_ attributes: Attributes = [], foreground: TerminalColor? = nil, background: TerminalColor? = nil) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    package static let plain = CellStyle()

    package func adding(_ more: Attributes) -> CellStyle {
        CellStyle(attributes.union(more), foreground: foreground, background: background)
    }
}
