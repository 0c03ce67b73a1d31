/// Why a program brought nothing.
package enum ProgramFailure: Error, Equatable {
    case notStarted(String)
    /// It ended with another exit code than 0, and this is the last line that it printed as an error.
    case exited(code: Int32, complaint: String)
    case killed(signal: Int32, complaint: String)
    case timedOut(after: Duration)
    case tooLong(limit: Int)
    case cancelled
}

extension ProgramFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let reason): "can't start the command: \(reason)"
        case .exited(let code, let complaint): "the command failed with exit code \(code)" + Self.quoting(complaint)
        case .killed(let signal, let complaint):
            "the command was killed by signal \(signal)" + Self.quoting(complaint)
        case .timedOut(let limit): "the command took longer than \(limit.inWords), so lede stopped it"
        case .tooLong(let limit): "the command printed more than \(limit >> 20) MB, so lede stopped it"
        case .cancelled: "the command was stopped"
        }
    }

    private static func quoting(_ complaint: String) -> String { complaint.isEmpty ? "" : ": \(complaint)" }
}

extension Duration {
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        return seconds > 0 ? "\(seconds) s" : "\(attoseconds / 1_000_000_000_000_000) ms"
    }
}
