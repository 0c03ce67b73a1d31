/// What is wrong with a line of the configuration. The line doesn't count, and all others do.
package struct ConfigProblem: Error, Equatable, Sendable {
    package let place: ConfigPlace
    package let message: String
    /// What the line begins with, where that is known: what it would have set stays as it was.
    var name: String?

    package init(at place: ConfigPlace, _ message: String) {
        self.place = place
        self.message = message
    }

    func about(_ name: String) -> ConfigProblem {
        var problem = self
        problem.name = name
        return problem
    }
}

extension ConfigProblem: CustomStringConvertible {
    package var description: String { "\(place): \(message)" }
}
