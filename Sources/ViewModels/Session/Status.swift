/// What just happened, for the line at the foot of the screen.
package struct Status: Equatable, Sendable {
    package enum Kind: Sendable {
        case done
        /// A key or command that can't be obeyed here: the line says why, and that is all.
        case refused
        /// Something failed: the list of failures keeps it, too.
        case failed
    }

    package let text: String
    package let kind: Kind

    /// Whether the line shows it as a problem.
    package var isProblem: Bool { kind != .done }

    package static func done(_ text: String) -> Status { Status(text: text, kind: .done) }

    package static func refused(_ text: String) -> Status { Status(text: text, kind: .refused) }

    package static func problem(_ text: String) -> Status { Status(text: text, kind: .failed) }
}
