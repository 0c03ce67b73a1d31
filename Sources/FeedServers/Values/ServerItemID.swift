/// An item's id on its server.
package enum ServerItemID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// Reads a decimal number, or else takes the text.
    package init(_ text: String) {
        // Only a number that is written in the usual way can be written back.
        if let number = Int64(text), String(number) == text { self = .number(number) } else { self = .text(text) }
    }
}

extension ServerItemID: CustomStringConvertible {
    /// As `init` reads it.
    package var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension [ServerItemID] {
    /// The numbers that a database can have given. Others have no room to count from them.
    var countable: [Int64] { compactMap(\.number).filter { 0...(1 << 62) ~= $0 } }
}

/// The ids in one of a server's lists.
package struct ItemIDs: Equatable, Sendable {
    package var ids: [ServerItemID]
    /// Whether the list is known to be whole: nothing that it lacks is in it.
    package var isComplete: Bool

    package init(_ ids: [ServerItemID] = [], isComplete: Bool) {
        self.ids = ids
        self.isComplete = isComplete
    }
}
