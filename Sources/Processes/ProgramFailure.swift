/// The reason why a program produced no output.
package enum ProgramFailure: Error, Equatable {
    case notStarted(String)
    /// The program failed with this exit code; the complaint is the last line of its error output.
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

    /// What to do about a program that the config file names; nil if the user stopped it.
    package var advice: String? {
        switch self {
        case .notStarted: "check its name in your config file"
        case .exited, .killed: "run it in a shell to see why"
        case .timedOut, .tooLong: "change it in your config file"
        case .cancelled: nil
        }
    }

    /// The description with the advice.
    package var withAdvice: String { [description, advice].compactMap(\.self).joined(separator: ": ") }

    private static func quoting(_ complaint: String) -> String { complaint.isEmpty ? "" : ": \(complaint)" }
}

extension Duration {
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        return seconds > 0 ? "\(seconds) s" : "\(attoseconds / 1_000_000_000_000_000) ms"
    }
}
