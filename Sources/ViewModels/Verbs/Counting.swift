import Configuration
import Dispatch
import MainQueue
package import Signals

/// Digits typed before an operation. They say how often to move, to which row Home, End or Enter goes, or how many rows
/// to change. If links have numbers and no motion follows, the digits open that link.
@MainActor package final class Counting: WorkspaceUser {
    let workspace: Workspace
    /// The number typed so far.
    @Published package private(set) var count: Int?
    /// Counts all digits, so that a waiting number can tell whether another digit followed.
    private var digitsTyped = 0

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func add(digit: Int) {
        count = min((count ?? 0) * 10 + digit, Self.greatest)
        digitsTyped += 1
        guard hasNumberedLinks else { return }
        // newsboat has no counts, so its digits open links at once.
        if config.text(.keys) == "newsboat" { openTypedLink() } else { openTypedLinkSoon() }
    }

    /// Discards the typed digits.
    func forget() { count = nil }

    /// Returns the number typed before an operation, and clears it unless the operation is another digit.
    func takeCount(for operation: Operation) -> Int? {
        let count = self.count
        if count != nil, !operation.isDigit { self.count = nil }
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Opens the link with the number typed before an operation, unless that is a motion or another digit. Returns
    /// whether it did.
    func openTypedLink(before operation: Operation) -> Bool {
        !operation.isDigit && !operation.takesCount && openTypedLink()
    }

    private var hasNumberedLinks: Bool { here.numberedLinks != nil }

    /// Waits a moment for another digit or a motion, then opens the link.
    private func openTypedLinkSoon() {
        MainQueue.async(after: .milliseconds(400)) { [weak self, digitsTyped] in
            if let self, self.digitsTyped == digitsTyped { self.openTypedLink() }
        }
    }

    /// Opens the link with the typed number; returns whether there was one.
    @discardableResult
    func openTypedLink() -> Bool {
        guard hasNumberedLinks, let number = count else { return false }
        count = nil
        workspace.openLink(typedNumber: number)
        return true
    }

    /// No list is longer.
    static let greatest = 99_999_999
}

extension Operation {
    /// Whether a count says how many rows it changes.
    var takesRows: Bool {
        switch self {
        case .toggleRead, .toggleStar, .deleteItem, .tagItem: true
        default: false
        }
    }

    /// Whether it uses a count wherever there are rows or lines.
    package var takesCount: Bool {
        switch self {
        case .open, .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .home, .end, .escape, .next, .previous,
            .nextUnread, .previousUnread, .nextFeed, .previousFeed, .nextUnreadFeed, .previousUnreadFeed:
            true
        default: false
        }
    }

    /// Whether it moves to another row, or may do so afterwards. Only then may moving mark items read. Deleting and
    /// undoing don't count, so that the next undo still applies to them.
    var goesToRows: Bool {
        switch topic {
        case .moving, .reading: true
        default: [.toggleRead, .search, .nextHit, .previousHit].contains(self)
        }
    }

    var isDigit: Bool { digit != nil }

    package var digit: Int? {
        [.zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine].firstIndex(of: self)
    }
}
