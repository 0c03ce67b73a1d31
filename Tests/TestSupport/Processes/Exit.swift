/// How a program ended.
package enum Exit: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
}

extension Exit: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "was ended by signal \(signal)"
        }
    }
}
