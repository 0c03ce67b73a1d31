import Typesetting
import ViewModels

/// A key that matters in a place, and what it does there, as the line at the foot says it.
struct Hint: Equatable {
    let key: String
    let meaning: String

    var text: String { "\(key) \(meaning)" }

    /// While one chooses from a list.
    static let ofChoice = [
        Hint(key: "Enter", meaning: "choose"), Hint(key: "type", meaning: "to filter"),
        Hint(key: "Esc", meaning: "cancel")
    ]

    /// While links are marked with letters.
    static let ofLinks = [Hint(key: "type", meaning: "a link's label"), Hint(key: "Esc", meaning: "cancel")]
}

/// An operation that matters in a place, and what the line at the foot calls it there.
struct HintedOperation: Equatable {
    let operation: Operation
    let meaning: String

    init(_ operation: Operation, _ meaning: String) { (self.operation, self.meaning) = (operation, meaning) }
}

extension KeyMap {
    /// The hints at operations that have keys in a place.
    func hints(at hinted: [HintedOperation], in place: Place) -> [Hint] {
        hinted.compactMap { one in
            keyName(of: one.operation, in: place).map { Hint(key: $0, meaning: one.meaning) }
        }
    }
}
