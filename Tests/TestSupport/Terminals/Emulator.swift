/// A real terminal emulator without a window: libvterm, which is fed with the output of a program.
package final class Emulator {
    private let terminal: VirtualTerminal
    private let properties = TerminalProperties()
    private var sequences = WholeSequences()

    package init(columns: Int = 80, rows: Int = 24) {
        terminal = VirtualTerminal(columns: columns, rows: rows, properties: properties)
    }

    /// Shows bytes and returns the emulator's answers to the program.
    @discardableResult
    package func feed(_ bytes: [UInt8]) -> [UInt8] {
        terminal.write(FaintFont.translate(sequences.take(bytes)))
        return terminal.takeOutput()
    }

    @discardableResult
    package func feed(_ text: String) -> [UInt8] {
        feed(Array(text.utf8))
    }

    /// The bytes that a key sends in the modes set by the program.
    package func bytes(for key: Keystroke) -> [UInt8] {
        switch key.input {
        case .bytes(let bytes): return bytes
        case .key(let key, let modifier):
            terminal.press(key, modifier)
            return terminal.takeOutput()
        }
    }

    package func resize(columns: Int, rows: Int) {
        terminal.resize(columns: columns, rows: rows)
    }

    package var screen: Screen {
        Screen(
            cells: terminal.cells, cursor: terminal.cursor, cursorVisible: properties.cursorVisible,
            isAlternateScreen: properties.isAlternateScreen, title: properties.title)
    }

    package var text: String { screen.text }
    package var cursor: Screen.Position { terminal.cursor }
    package var cursorVisible: Bool { properties.cursorVisible }
    package var isAlternateScreen: Bool { properties.isAlternateScreen }
    package var title: String { properties.title }

    package func line(_ row: Int) -> String { screen.line(row) }

    package func cell(_ row: Int, _ column: Int) -> Screen.Cell { screen.cell(row, column) }
}
