/// What a person did at the terminal, and what the terminal tells by itself.
package enum TerminalInput: Equatable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// What the terminal has behind its text.
    case background(TerminalBackground)

    var isBackground: Bool { if case .background = self { true } else { false } }
}

extension [TerminalInput] {
    /// Adds what came next: a key that comes along with an escape is one with it.
    mutating func add(_ next: TerminalInput) {
        switch (last, next) {
        case (.key(.escape), .key(.character(let character))): self[count - 1] = .key(.alt(.character(character)))
        case (.key(.escape), .key(.backspace)): self[count - 1] = .key(.alt(.backspace))
        default: append(next)
        }
    }
}

/// What is behind the text of a terminal.
package enum TerminalBackground: Equatable, Sendable {
    case dark, light
}
