/// What was done about a damaged library.
package struct Salvage: Equatable, Sendable {
    /// Where the damaged file lies now.
    package let damagedPath: String
    package let savedItems: Int
    /// How many items the damaged file spoke of, as far as could be told.
    package let expectedItems: Int
}

/// The words for the person.
extension Salvage: CustomStringConvertible {
    package var description: String {
        let expected = savedItems < expectedItems ? " of about \(Self.grouped(expectedItems))" : ""
        let items = max(savedItems, expectedItems) == 1 ? "item" : "items"
        return
            "the library was damaged: saved \(Self.grouped(savedItems))\(expected) \(items); what was damaged is in \(damagedPath)"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}
