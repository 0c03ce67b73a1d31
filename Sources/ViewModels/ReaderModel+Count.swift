import Signals

// Digits before a motion say how often, before Home, End or Enter to which row, and before a verb for how many rows. In an
// article a digit opens a link.
extension ReaderModel {
    func take(digit: Int) {
        guard place == .feeds || place == .items || place == .failures else { return openLink(digit: digit) }
        count.value = min((count.value ?? 0) * 10 + digit, Self.greatestCount)
    }

    /// The count that was typed before an operation, which is the end of it unless that is one more digit.
    func takeCount(for operation: Operation) -> Int? {
        let count = count.value
        if count != nil, !operation.isDigit { self.count.value = nil }
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Goes to a row of the list, or to a line of the text, the first being 1.
    func go(toRow number: Int) {
        switch place {
        case .welcome: offer.value.move(to: number - 1)
        case .feeds: feeds.cursor.value.move(to: number - 1)
        case .links: links.cursor.value.move(to: number - 1)
        case .items: items.go(toRow: number - 1)
        case .failures: failures.choose(number - 1)
        case .article, .information, .help: pager?.go(toLine: number - 1)
        }
        noteHover()
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
