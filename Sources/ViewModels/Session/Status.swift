/// What just happened, for the line at the foot of the screen.
package struct Status: Equatable, Sendable {
    package let text: String
    package let isProblem: Bool

    package static func done(_ text: String) -> Status { Status(text: text, isProblem: false) }

    package static func problem(_ text: String) -> Status { Status(text: text, isProblem: true) }
}
