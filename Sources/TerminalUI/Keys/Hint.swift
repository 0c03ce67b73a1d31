import Typesetting
import ViewModels

/// A key and its meaning, as the line at the bottom shows it.
struct Hint: Equatable {
    let key: String
    let meaning: String

    var text: String { "\(key) \(meaning)" }

    /// The hints while the user chooses from a list.
    static func of(_ choice: Choice) -> [Hint] {
        let typing = choice.wordsForNew.map { "to filter, or a \($0)" } ?? "to filter"
        return [
            Hint(key: "Enter", meaning: "choose"), Hint(key: "type", meaning: typing),
            Hint(key: "Esc", meaning: "cancel")
        ]
    }

    /// The hints while links have labels.
    static let ofLinks = [Hint(key: "type", meaning: "a link's label"), Hint(key: "Esc", meaning: "cancel")]
}

/// An operation, and what the line at the bottom calls it in a place.
struct HintedOperation: Equatable {
    let operation: Operation
    let meaning: String

    init(_ operation: Operation, _ meaning: String) { (self.operation, self.meaning) = (operation, meaning) }
}

extension KeyMap {
    /// The hints for those operations that have keys in the place.
    func hints(at hinted: [HintedOperation], in place: Place) -> [Hint] {
        hinted.compactMap { one in
            keyName(of: one.operation, in: place).map { Hint(key: $0, meaning: one.meaning) }
        }
    }
}
