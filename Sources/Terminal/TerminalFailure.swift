/// The reason why lede can't use the terminal.
package enum TerminalFailure: Error, Equatable {
    case noTerminal
    case unknownType(String)
    /// Its cursor can't be moved freely.
    case immovable(String)
}

extension TerminalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTerminal:
            "the reader needs a terminal for its input and output: run it in one, or use “lede items” in scripts"
        case .unknownType(let type):
            "the terminal type “\(type)” is not known here: set TERM to one that is, such as xterm-256color"
        case .immovable(let type):
            "a terminal of the type “\(type)” can show no screens: set TERM to what it really is, such as xterm-256color"
        }
    }
}
