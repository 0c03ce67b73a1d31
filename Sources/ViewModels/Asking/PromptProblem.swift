/// Why what was typed at a prompt can't be taken.
struct PromptProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
