import Signals

extension ReaderModel {
    func go(to place: Place) {
        if place != self.place { path.value.append(place) }
    }

    func move(by rows: Int) {
        switch place {
        case .welcome: offer.value.move(by: rows)
        case .feeds: feeds.cursor.value.move(by: rows)
        // Going up from the top is going to what is new there.
        case .items where rows < 0 && items.isAtTop: items.goToTop()
        case .items: items.move { $0.move(by: rows) }
        case .article, .failures, .help: pager?.move(by: rows)
        }
    }

    func turnPage(by pages: Int) {
        switch place {
        case .welcome: offer.value.turnPage(by: pages)
        case .feeds: feeds.cursor.value.turnPage(by: pages)
        case .items: items.move { $0.turnPage(by: pages) }
        case .article, .failures, .help: pager?.turnPage(by: pages)
        }
    }

    func goToTop() {
        switch place {
        case .welcome: offer.value.move(to: 0)
        case .feeds: feeds.cursor.value.move(to: 0)
        case .items: items.goToTop()
        case .article, .failures, .help: pager?.move(to: 0)
        }
    }

    func goToEnd() {
        switch place {
        case .welcome: offer.value.move(to: .max)
        case .feeds: feeds.cursor.value.move(to: .max)
        case .items: items.goToEnd()
        case .article, .failures, .help: pager?.goToEnd()
        }
    }

    /// The text that is paged through here.
    private var pager: PagerModel? {
        switch place {
        case .article: article
        case .failures: failures
        case .help: help
        case .welcome, .feeds, .items: nil
        }
    }
}
