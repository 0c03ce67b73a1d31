import Signals

// What is done by pointing at a row in view, not by moving to it.
extension ReaderModel {
    /// Goes to a row in view of the feeds; false where there is none.
    package func chooseFeed(inRow row: Int) -> Bool {
        let index = feeds.cursor.top + row
        guard feeds.entries.indices.contains(index) else { return false }
        feeds.cursor.move(to: index)
        return true
    }

    /// Goes to a row in view of the items; false where there is none.
    package func chooseItem(inRow row: Int) -> Bool {
        let index = items.cursor.top + row
        guard items.items.indices.contains(index) else { return false }
        items.move { $0.move(to: index) }
        noteHover()
        return true
    }

    /// The row of the screen's lists that the cursor is on here; nil where there is a text, or nothing to choose.
    package var rowInView: Int? {
        switch place {
        case .feeds: feeds.cursor.rowInView
        case .items: items.cursor.rowInView
        case .links: links.cursor.rowInView
        case .failures where failures.isChosenInView: failures.chosenName.lowerBound - failures.text.page.top
        case .failures, .welcome, .article, .information, .help: nil
        }
    }

    /// Goes back as long as there is something to go back to: a finger that slips doesn't quit.
    package func goBackByPointing() {
        if !isAtBeginning { perform(.back) }
    }

    /// Whether words are being typed whose finds stand in the rows that the mouse points at.
    package var isFindingRows: Bool {
        guard place.pane != nil, let prompt = self.prompt, !prompt.text.isEmpty else { return false }
        return switch prompt.purpose {
        case .findItems, .narrowFeeds: true
        default: false
        }
    }

    /// Scrolls a pane, whether the person is in it or not.
    package func scroll(_ pane: Pane, by rows: Int) {
        switch pane {
        case .feeds: feeds.cursor.scroll(by: rows)
        case .items: items.scroll(by: rows)
        case .article: article.move(by: rows)
        }
    }

    /// Has a row of what a pane shows be the first in view.
    package func scroll(_ pane: Pane, toTop row: Int) {
        switch pane {
        case .feeds: feeds.cursor.scroll(toTop: row)
        case .items: items.scroll(toTop: row)
        case .article: article.move(to: row)
        }
    }

    /// Scrolls what there is where there are no panes.
    package func scroll(by rows: Int) {
        switch place {
        case .links: links.cursor.scroll(by: rows)
        case .failures: failures.scroll(by: rows)
        default: pager?.move(by: rows)
        }
    }

    /// Has a line of the text that is paged through be the first in view.
    package func scrollText(toTop line: Int) {
        if place == .failures { failures.scroll(toTop: line) } else { pager?.move(to: line) }
    }
}
