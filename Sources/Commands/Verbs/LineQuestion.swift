import FoundationEssentials

/// A question on one line of JSON Lines.
protocol LineQuestion: Decodable {
    /// The required members, for error messages.
    static var members: String { get }
    var answer: JSON { get }
}

extension LineQuestion {
    static func answer(toLine line: String) -> JSON {
        guard let question = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
            return .object(["error": .string("the line must be a JSON object with \(members)")])
        }
        return question.answer
    }
}
