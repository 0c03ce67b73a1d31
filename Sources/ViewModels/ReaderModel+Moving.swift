import Configuration
import Library
import Signals

extension ReaderModel {
    func go(to place: Place) {
        if place != self.place { path.append(place) }
    }

    func move(by rows: Int) {
        if config.isOn(.wrapScroll), wrap(rows) { return }
        switch place {
        case .welcome: offer.move(by: rows)
        case .feeds: feeds.cursor.move(by: rows)
        case .links: links.cursor.move(by: rows)
        // Going up from the top is going to what is new there.
        case .items where rows < 0 && items.isAtTop: items.goToTop()
        case .items: items.move(by: rows)
        case .failures: failures.move(by: rows)
        case .article, .information, .help: pager?.move(by: rows)
        }
    }

    func turnPage(by pages: Int) {
        turn {
            $0.turnPage(by: pages)
        } items: {
            $0.turnPage(by: pages)
        } failures: {
            $0.turnPage(by: pages)
        } text: {
            $0.turnPage(by: pages)
        }
    }

    func turnHalfPage(by pages: Int) {
        turn {
            $0.turnHalfPage(by: pages)
        } items: {
            $0.turnHalfPage(by: pages)
        } failures: {
            $0.turnHalfPage(by: pages)
        } text: {
            $0.turnHalfPage(by: pages)
        }
    }

    /// Moves the cursor of the list here, or the text.
    private func turn(
        _ list: (inout ListCursor) -> Void, items turnItems: (ItemListModel) -> Void,
        failures turnFailures: (FailureListModel) -> Void, text: (PagerModel) -> Void
    ) {
        switch place {
        case .welcome: list(&offer)
        case .feeds: list(&feeds.cursor)
        case .links: list(&links.cursor)
        case .items: turnItems(items)
        case .failures: turnFailures(failures)
        case .article, .information, .help: if let pager { text(pager) }
        }
    }

    func goToTop() {
        switch place {
        case .welcome: offer.move(to: 0)
        case .feeds: feeds.cursor.move(to: 0)
        case .links: links.cursor.move(to: 0)
        case .items: items.goToTop()
        case .failures: failures.goToTop()
        case .article, .information, .help: pager?.go(toLine: 0)
        }
    }

    func goToEnd() {
        switch place {
        case .welcome: offer.move(to: .max)
        case .feeds: feeds.cursor.move(to: .max)
        case .links: links.cursor.move(to: .max)
        case .items: items.goToEnd()
        case .failures: failures.goToEnd()
        case .article, .information, .help: pager?.goToEnd()
        }
    }

    /// Goes on at the other end, where the list ends and the person wants that.
    private func wrap(_ rows: Int) -> Bool {
        let (row, count) =
            switch place {
            case .feeds: (feeds.cursor.row, feeds.cursor.count)
            case .items: (items.offset + items.cursor.row, items.total)
            case .links: (links.cursor.row, links.cursor.count)
            case .failures: (failures.row, failures.count)
            case .welcome, .article, .information, .help: (0, 0)
            }
        guard count > 1, place != .items || items.isPlaced else { return false }
        // What is new stands above the top of a list of items, or below its end.
        if rows > 0, row == count - 1, place != .items || !items.hasNewsBelow {
            goToTop()
            return true
        }
        guard rows < 0, row == 0, place != .items || items.news == 0 || items.hasNewsBelow else { return false }
        goToEnd()
        return true
    }

    /// Takes an item for read that the cursor has come to, where the person wants that.
    func noteHover() {
        guard place == .items, config.isOn(.markAsReadOnHover), let item = items.selected, !item.isRead else {
            return
        }
        items.noteOpened(item)
    }

    /// The text that is paged through here.
    package var pager: PagerModel? {
        switch place {
        case .article: article
        case .failures: failures.text
        case .information: information
        case .help: help
        case .welcome, .feeds, .items, .links: nil
        }
    }
}
