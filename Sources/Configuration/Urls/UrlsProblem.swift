/// A problem of a line in the urls file, and its position. Other lines count.
package struct UrlsProblem: Error, Equatable, Sendable {
    package let line: Int
    /// In characters, from 1.
    package let column: Int
    package let reason: String

    package init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    package func words(in path: String) -> String { "\(path):\(line):\(column): \(reason)" }
}
