import FoundationEssentials

/// A line of JSON Lines that asks something.
protocol LineQuestion: Decodable {
    /// What the object on the line must hold, in words.
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
