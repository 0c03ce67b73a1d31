/// A wait that failed, with the last screen.
package enum TerminalFailure: Error, Equatable {
    case timedOut(waitingFor: String, Screen)
    case ended(Exit, waitingFor: String, Screen)
}

extension TerminalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let expected, let screen):
            "\(expected) did not come in time; the screen showed\n\(screen)"
        case .ended(let exit, let expected, let screen):
            "the program \(exit) before \(expected) came; the screen showed\n\(screen)"
        }
    }
}
