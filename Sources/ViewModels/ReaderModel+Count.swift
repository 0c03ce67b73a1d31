import Configuration
import Dispatch
import MainQueue
import Signals

// Digits before a motion say how often, before Home, End or Enter to which row, and before a verb for how many rows. Where links
// have numbers, they open that link if no motion follows.
extension ReaderModel {
    func take(digit: Int) {
        count = min((count ?? 0) * 10 + digit, Self.greatestCount)
        digitsTyped += 1
        guard hasNumberedLinks else { return }
        // newsboat's digits are no counts.
        if config.text(.keys) == "newsboat" { openTypedLink() } else { openTypedLinkSoon() }
    }

    /// Takes the digits for typed in vain.
    package func forgetCount() { count = nil }

    /// The count that was typed before an operation, which is the end of it unless that is one more digit.
    func takeCount(for operation: Operation) -> Int? {
        let count = self.count
        if count != nil, !operation.isDigit { self.count = nil }
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Opens the link whose number was typed before an operation, unless that is a motion or one more digit; tells whether it was.
    package func openTypedLink(before operation: Operation) -> Bool {
        !operation.isDigit && !operation.takesCount && openTypedLink()
    }

    private var hasNumberedLinks: Bool { place == .article || place == .links }

    /// Waits for one more digit or a motion as long as it takes to press a key.
    private func openTypedLinkSoon() {
        MainQueue.async(after: .milliseconds(400)) { [weak self, digitsTyped] in
            if let self, self.digitsTyped == digitsTyped { self.openTypedLink() }
        }
    }

    /// Opens the link whose number was typed; tells whether one was.
    @discardableResult
    package func openTypedLink() -> Bool {
        guard hasNumberedLinks, let number = count else { return false }
        count = nil
        openLink(typedNumber: number)
        return true
    }

    /// Goes to the row that was counted, or opens the link of that number.
    func open(counted number: Int) {
        switch place {
        case .feeds, .items: go(toRow: number)
        case .article, .links: openLink(typedNumber: number)
        case .welcome, .failures, .information, .help: open()
        }
    }

    /// Goes to a row of the list, or to a line of the text, the first being 1; where there is none, to the last.
    func go(toRow number: Int) {
        if let rows, rows < number, rows > 0 { status = .done("The last row is \(rows)") }
        switch place {
        case .welcome: offer.move(to: number - 1)
        case .feeds: feeds.cursor.move(to: number - 1)
        case .links: links.cursor.move(to: number - 1)
        case .items: items.go(toRow: number - 1)
        case .failures: failures.choose(number - 1)
        case .article, .information, .help: pager?.go(toLine: number - 1)
        }
        noteHover()
    }

    /// How many rows the list has.
    private var rows: Int? {
        switch place {
        case .feeds: feeds.entries.count
        case .items: items.total
        case .links: links.links.count
        case .failures: failures.count
        case .welcome, .article, .information, .help: nil
        }
    }

    /// Selects so many rows from the cursor on, for the verb that follows.
    func selectRows(_ count: Int) {
        guard place == .items, !items.isSelecting, count > 1 else { return }
        items.select(count)
    }

    /// No list is as long.
    static let greatestCount = 99_999_999
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
        default: self == .toggleRead
        }
    }

    var isDigit: Bool {
        switch self {
        case .zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine: true
        default: false
        }
    }
}
