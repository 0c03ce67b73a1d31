/// The position of the terminal's cursor. Even a hidden cursor is followed by braille displays and screen readers, and
/// some terminals can't hide it.
nonisolated struct TerminalCursor: Equatable {
    var row = 0
    var column = 0
    var isShown = false
}
