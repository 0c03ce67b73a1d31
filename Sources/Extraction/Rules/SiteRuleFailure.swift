/// The reason why a text isn't a site rule.
package struct SiteRuleFailure: Error, Equatable, CustomStringConvertible {
    package let line: Int
    package let problem: String

    package var description: String { "line \(line): \(problem)" }
}
