/// A user's input, or a report by the terminal.
package enum TerminalInput: Equatable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// The terminal's background.
    case background(TerminalBackground)
    /// An answer to what lede asked about pictures.
    case pictures(PictureAnswer)

    var isByUser: Bool {
        switch self {
        case .key, .mouse: true
        case .background, .pictures: false
        }
    }

    var isBackground: Bool { if case .background = self { true } else { false } }
}

/// The brightness of a terminal's background.
package enum TerminalBackground: String, Sendable {
    case dark, light
}
