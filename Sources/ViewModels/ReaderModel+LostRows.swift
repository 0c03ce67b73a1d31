import Library
import Signals

// What is done to a row is not done to another that has come under the cursor just before the key.
extension ReaderModel {
    /// What the row was called here that went from under the cursor.
    private var lostName: String? {
        switch place {
        case .feeds: feeds.lostName
        case .failures: failures.lostName
        case .items: items.lostName
        case .welcome, .article, .links, .information, .help: nil
        }
    }

    /// Whether an operation is for the row that the cursor is on.
    func isOfRow(_ operation: Operation) -> Bool { place == .items ? operation.isOfItem : operation.isOfFeed }

    /// Says once of the row that something was meant for here that it is gone; false where it is not.
    func tellOfLostRow() -> Bool {
        guard let lostName else { return false }
        let chosen =
            switch place {
            case .feeds: feeds.selectedEntry?.displayName
            case .failures: failures.selected?.displayName
            default: items.selected?.displayTitle
            }
        let now = chosen.map { ": the cursor is on \($0) now" } ?? ""
        status = .problem("“\(lostName)” has gone from the list\(now)")
        forgetLostRows()
        return true
    }

    func forgetLostRows() {
        feeds.forgetLostRow()
        failures.forgetLost()
        items.forgetLostRow()
    }
}
