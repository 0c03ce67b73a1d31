/// A message in the line at the bottom.
package struct Status: Equatable, Sendable {
    package enum Kind: Sendable {
        case done
        /// The key or command isn't possible here. Only the status line says why.
        case refused
        /// A failure, which the list of failures keeps, too.
        case failed
    }

    package let text: String
    package let kind: Kind

    /// Whether the line shows it as a problem.
    package var isProblem: Bool { kind != .done }

    package static func done(_ text: String) -> Status { Status(text: text, kind: .done) }

    package static func refused(_ text: String) -> Status { Status(text: text, kind: .refused) }

    package static func problem(_ text: String) -> Status { Status(text: text, kind: .failed) }

    static func refused(_ error: any Error) -> Status { .refused("\(error)".asSentence) }

    static func problem(_ error: any Error) -> Status { .problem("\(error)".asSentence) }
}
