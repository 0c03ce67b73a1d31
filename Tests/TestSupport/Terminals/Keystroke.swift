/// A pressed key, independent of the bytes that a terminal sends for it.
package enum Keystroke: Equatable, Sendable {
    case text(String)
    case enter, escape, backspace, tab, backTab, delete
    case up, down, left, right
    case pageUp, pageDown, home, end
    case function(Int)
    case control(Character)
    case alt(Character)
}

extension Keystroke: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .text(text)
    }
}
