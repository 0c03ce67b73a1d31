/// A problem of a line. The line is ignored, the others aren't.
package struct ConfigProblem: Error, Equatable, Sendable {
    package let place: ConfigPlace
    package let message: String
    /// The first word of the line, if known. The setting of that name keeps its value.
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
