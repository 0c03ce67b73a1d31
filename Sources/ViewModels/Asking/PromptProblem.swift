/// Why the text typed at a prompt is invalid.
struct PromptProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
