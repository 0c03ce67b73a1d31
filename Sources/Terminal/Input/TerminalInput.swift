/// What a person did at the terminal, and what the terminal tells by itself.
package enum TerminalInput: Equatable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// What the terminal has behind its text.
    case background(TerminalBackground)

    var isBackground: Bool { if case .background = self { true } else { false } }
}

/// What is behind the text of a terminal.
package enum TerminalBackground: String, Sendable {
    case dark, light
}
