import Spelling

/// Why a filter can't be understood, and where.
package struct FilterProblem: Error, Equatable {
    /// The character at which it is, from 1 on.
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
    /// A name that nothing has, with the one that was most likely meant.
    static func unknown(_ name: String, among names: [String], column: Int) -> FilterProblem {
        let advice = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        return FilterProblem(
            "unknown attribute “\(name)”: \(advice ?? "use \(names.joined(separator: ", "))")", column: column)
    }
}
