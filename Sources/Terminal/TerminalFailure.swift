/// Why the terminal can't be drawn on.
package enum TerminalFailure: Error, Equatable {
    case noTerminal
    case unknownType(String)
    /// Its cursor can be placed nowhere but behind what was written last.
    case immovable(String)
}

extension TerminalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTerminal:
            "the reader needs a terminal: run lede in one, or use a command such as “lede items” in scripts"
        case .unknownType(let type):
            "unknown terminal type “\(type)”: set TERM to a known one, such as xterm-256color"
        case .immovable(let type):
            "the terminal type “\(type)” can't show full screens: set TERM to your terminal's real type, such as xterm-256color"
        }
    }
}
