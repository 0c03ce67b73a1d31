/// Where the terminal's cursor is. Where it is not seen, braille displays and those who listen to the screen follow it still, and
/// some terminals can't hide it.
nonisolated struct TerminalCursor: Equatable {
    var row = 0
    var column = 0
    var isShown = false
}
