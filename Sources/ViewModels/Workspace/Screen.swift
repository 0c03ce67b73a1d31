import Library
import Typesetting

/// What a place is to the person who is in it: what moves there, what verbs act on, what is said of it.
@MainActor protocol Screen: AnyObject {
    var place: Place { get }

    // Moving, by rows of a list or by lines of a text.
    func move(by rows: Int)
    func turnPage(by pages: Int)
    func turnHalfPage(by pages: Int)
    func goToTop()
    func goToEnd()
    /// Goes to a row of the list, or to a line of the text, the first being 1; where there is none, to the last.
    func go(toRow number: Int)
    /// Moves what is in view, as a wheel does, where there are no panes.
    func scroll(by rows: Int)
    /// Has a line be the first in view, as a scroll bar does, where there are no panes.
    func scroll(toTop line: Int)
    /// Goes on at the other end, where the list ends and the person wants that; false where it does not end here.
    func wrap(_ rows: Int) -> Bool
    /// Takes note that the cursor has come to another row.
    func noteHover()
    /// How many rows the list has; nil where there is no list.
    var rows: Int? { get }
    /// The row of the screen's lists that the cursor is on; nil where there is a text, or nothing to choose.
    var rowInView: Int? { get }
    /// The text that is paged through.
    var text: PagerModel? { get }

    // What operations mean here.
    var feed: Feed? { get }
    var feeds: [Feed] { get }
    var item: Item? { get }
    var selection: SelectedRows? { get }
    var article: Article? { get }
    /// The link that is chosen from a list of them.
    var link: NumberedLink? { get }
    /// How many links are seen with their numbers, where digits open them.
    var numberedLinks: Int? { get }

    // Doing.
    /// Opens what the cursor is on.
    func open()
    /// Goes to the row that was counted, or opens the link of that number.
    func open(counted number: Int)
    func openLink(_ number: Int)
    /// Takes back what has been made of the place; false where it is to be left.
    func takeBack() -> Bool
    /// Ends what is special here, such as a selection; false where nothing is.
    func escape() -> Bool
    /// The person is back here.
    func comeBack()
    /// Selects so many rows from the cursor on, for the verb that follows.
    func select(_ rows: Int)
    /// Whether an operation has anything to work on here; nil if the screen knows no more than `Workspace.isEnabled`.
    func enables(_ operation: Operation) -> Bool?
    /// Whether an operation is for the row that the cursor is on.
    func isOfRow(_ operation: Operation) -> Bool
    /// What the row was called that went from under the cursor, and what is there now.
    var lostRow: (name: String, now: String?)? { get }
    /// Adds where the person is in it to what the next start goes on from.
    func remember(in screen: inout LastScreen)
}

extension Screen {
    func wrap(_ rows: Int) -> Bool { false }
    func noteHover() {}
    var rows: Int? { nil }
    var rowInView: Int? { nil }
    var text: PagerModel? { nil }
    var feed: Feed? { nil }
    var feeds: [Feed] { [] }
    var item: Item? { nil }
    var selection: SelectedRows? { nil }
    var article: Article? { nil }
    var link: NumberedLink? { nil }
    var numberedLinks: Int? { nil }
    func open() {}
    func open(counted number: Int) { open() }
    func openLink(_ number: Int) {}
    func takeBack() -> Bool { false }
    func escape() -> Bool { false }
    func comeBack() {}
    func select(_ rows: Int) {}
    func enables(_ operation: Operation) -> Bool? { nil }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfFeed }
    var lostRow: (name: String, now: String?)? { nil }
    func remember(in screen: inout LastScreen) {}
}

extension Screen {
    /// Goes on at the other end from the row of a list with so many.
    func wrap(_ rows: Int, from row: Int, of count: Int) -> Bool {
        guard count > 1 else { return false }
        if rows > 0, row == count - 1 {
            goToTop()
        } else if rows < 0, row == 0 {
            goToEnd()
        } else {
            return false
        }
        return true
    }
}
