/// What was done about a library that could not be used as it was.
package struct Salvage: Equatable, Sendable {
    package enum Cause: Sendable {
        case damage
        /// It has triggers, tables or indexes that lede does not make, or lacks some.
        case foreignSchema
    }

    let cause: Cause
    /// Where the file lies now.
    package let damagedPath: String
    package let savedItems: Int
    /// How many items the file spoke of, as far as could be told.
    package let expectedItems: Int
}

/// The words for the person.
extension Salvage: CustomStringConvertible {
    package var description: String {
        let expected = savedItems < expectedItems ? " of about \(Self.grouped(expectedItems))" : ""
        let items = max(savedItems, expectedItems) == 1 ? "item" : "items"
        let saved = "saved \(Self.grouped(savedItems))\(expected) \(items)"
        return switch cause {
        case .damage: "the library was damaged: \(saved); the damaged file is now \(damagedPath)"
        case .foreignSchema:
            "the library's structure was wrong: \(saved); the old file is now \(damagedPath)"
        }
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}
