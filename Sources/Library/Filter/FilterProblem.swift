import Spelling

/// Why a filter is invalid, and where.
package struct FilterProblem: Error, Equatable {
    /// The position, in characters from 1.
    package let column: Int
    /// What was expected there.
    package let reason: String

    init(_ reason: String, column: Int) {
        self.reason = reason
        self.column = column
    }
}

extension FilterProblem: CustomStringConvertible {
    package var description: String { "column \(column): \(reason)" }
}

extension FilterProblem {
    /// An unknown name, with the most similar known one.
    static func unknown(_ name: String, among names: [String], column: Int) -> FilterProblem {
        let advice = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        return FilterProblem(
            "unknown attribute “\(name)”: \(advice ?? "use \(names.joined(separator: ", "))")", column: column)
    }
}
