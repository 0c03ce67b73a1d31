/// Markdown for the generated pages of the manual.
package enum Markdown {
    /// A table with a heading for each column.
    package static func table(_ headings: [String], _ rows: [[String]]) -> String {
        let lines = [headings, headings.map { _ in "---" }] + rows.map { $0.map(cell) }
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// Plain text without characters that have a meaning in Markdown.
    package static func escaped(_ text: String) -> String {
        text.map { "\\`<>#*_".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
