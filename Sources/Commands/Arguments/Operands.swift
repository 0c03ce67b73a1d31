/// What a command takes besides options, as its help shows it: `FILE`, `[FEED…]`, `bash|zsh|fish`.
struct Operands: ExpressibleByStringLiteral, Sendable {
    struct Operand: Sendable {
        /// A placeholder, or alternatives with bars between them.
        let name: String
        let isOptional: Bool
        let isRepeated: Bool

        /// The words that it may be; empty if any word is allowed.
        var choices: [String] {
            guard name != name.uppercased() else { return [] }
            return name.split(separator: "|").map(String.init)
        }

        fileprivate init(_ pattern: Substring) {
            isOptional = pattern.hasPrefix("[")
            isRepeated = pattern.contains("…")
            name = pattern.filter { !"[]…".contains($0) }
        }
    }

    let pattern: String
    let all: [Operand]

    init(stringLiteral pattern: String) {
        self.pattern = pattern
        all = pattern.split(separator: " ").map(Operand.init)
    }

    /// The operand for the word at this position; nil if there are too many words.
    func operand(at position: Int) -> Operand? {
        if all.indices.contains(position) { return all[position] }
        return all.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    /// Throws if there are too few or too many words, or if one isn't among its choices.
    func check(_ words: [String]) throws(CommandFailure) {
        for (position, word) in words.enumerated() {
            guard let operand = operand(at: position) else { throw .usage("unexpected argument “\(word)”") }
            let choices = operand.choices
            guard choices.isEmpty || choices.contains(word) else {
                throw .usage("“\(word)” isn't one of \(choices.joined(separator: ", "))", nearest: word, among: choices)
            }
        }
        if let missing = all.dropFirst(words.count).first(where: { !$0.isOptional }) {
            throw .usage("\(missing.name) is missing")
        }
    }
}
