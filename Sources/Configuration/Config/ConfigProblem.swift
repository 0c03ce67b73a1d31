/// A problem of a line. The line is ignored, the others aren't.
package struct ConfigProblem: Error, Equatable, Sendable {
    package let place: ConfigPlace
    package let message: String
    /// The name that the line begins with, if known. What it would have set keeps its value.
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
