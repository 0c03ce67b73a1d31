import Configuration
import Dispatch
import MainQueue
package import Signals

/// The digits that are typed before an operation: before a motion they say how often, before Home, End or Enter to which row, and
/// before a verb for how many rows. Where links have numbers, they open that link if no motion follows.
@MainActor package final class Counting: WorkspaceUser {
    let workspace: Workspace
    /// The digits that were typed before a motion.
    @Published package private(set) var count: Int?
    /// How many there were ever: a number that waits for more of them knows by it that none came.
    private var digitsTyped = 0

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func take(digit: Int) {
        count = min((count ?? 0) * 10 + digit, Self.greatest)
        digitsTyped += 1
        guard hasNumberedLinks else { return }
        // newsboat's digits are no counts.
        if config.text(.keys) == "newsboat" { openTypedLink() } else { openTypedLinkSoon() }
    }

    /// Takes the digits for typed in vain.
    func forget() { count = nil }

    /// The count that was typed before an operation, which is the end of it unless that is one more digit.
    func takeCount(for operation: Operation) -> Int? {
        let count = self.count
        if count != nil, !operation.isDigit { self.count = nil }
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Opens the link whose number was typed before an operation, unless that is a motion or one more digit; tells whether it was.
    func openTypedLink(before operation: Operation) -> Bool {
        !operation.isDigit && !operation.takesCount && openTypedLink()
    }

    private var hasNumberedLinks: Bool { here.numberedLinks != nil }

    /// Waits for one more digit or a motion as long as it takes to press a key.
    private func openTypedLinkSoon() {
        MainQueue.async(after: .milliseconds(400)) { [weak self, digitsTyped] in
            if let self, self.digitsTyped == digitsTyped { self.openTypedLink() }
        }
    }

    /// Opens the link whose number was typed; tells whether one was.
    @discardableResult
    func openTypedLink() -> Bool {
        guard hasNumberedLinks, let number = count else { return false }
        count = nil
        workspace.openLink(typedNumber: number)
        return true
    }

    /// No list is as long.
    static let greatest = 99_999_999
}

extension Operation {
    /// Whether a count before it says for how many rows it is.
    var takesRows: Bool {
        switch self {
        case .toggleRead, .toggleStar, .deleteItem, .tagItem: true
        default: false
        }
    }

    /// Whether a count may stand before it wherever there are rows or lines.
    var takesCount: Bool {
        switch self {
        case .open, .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .home, .end, .escape, .next, .previous,
            .nextUnread, .previousUnread, .nextFeed, .previousFeed, .nextUnreadFeed, .previousUnreadFeed:
            true
        default: false
        }
    }

    /// Whether it is there for going to a row, or goes to the next one afterwards. Where a row is only come to by what was
    /// deleted or undone, that is what is to be undone next.
    var goesToRows: Bool {
        switch topic {
        case .moving, .reading: true
        default: [.toggleRead, .search, .nextHit, .previousHit].contains(self)
        }
    }

    package var isDigit: Bool { digit != nil }

    var digit: Int? {
        [.zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine].firstIndex(of: self)
    }
}
