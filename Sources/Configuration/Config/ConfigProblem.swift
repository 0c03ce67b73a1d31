/// What is wrong with a line of the configuration. The line doesn't count, and all others do.
package struct ConfigProblem: Error, Equatable, Sendable {
    package let place: ConfigPlace
    package let message: String

    package init(at place: ConfigPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}

extension ConfigProblem: CustomStringConvertible {
    package var description: String { "\(place): \(message)" }
}
