/// What is wrong in a line of the urls file, and where. The other lines count.
package struct UrlsProblem: Error, Equatable, Sendable {
    package let line: Int
    /// In characters, the first being 1.
    package let column: Int
    package let reason: String

    package init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    package func words(in path: String) -> String { "\(path):\(line):\(column): \(reason)" }
}
