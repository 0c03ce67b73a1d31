import Configuration
import Library
import Signals

extension ReaderModel {
    /// Shows a feed's items, and why there may be none.
    func open(_ feed: Feed) {
        items.open(feed.id, order: urls.value.order(of: feed.url))
        refresh.news.value[feed.id] = nil
        go(to: .items)
        if let failure = feed.lastError { status.value = .problem(failure) }
    }

    /// Shows an item's text, which marks it read.
    func open(_ item: Item) {
        do {
            guard let opened = try library.article(item.id) else { return }
            openArticle.value = opened
            if let beginning = opened.beginning {
                article.show(beginning) { opened.document }
            } else {
                article.show(opened.document)
            }
            items.noteOpened(item)
            go(to: .article)
        } catch {
            troubles.send(error)
        }
    }

    func openInBrowser() {
        guard let link = currentItem?.link ?? currentFeed?.site else {
            return status.value = .problem("There is no link here that could be opened")
        }
        guard let address = Address(link), address.isOnTheWeb else {
            return status.value = .problem("“\(link)” does not lead to the web, so it is not opened")
        }
        request(.browse(address.url))
    }

    /// The feed that an operation on a feed means here.
    var currentFeed: Feed? {
        switch place {
        case .feeds: feeds.selected
        case .items, .article: items.feed
        case .welcome, .failures, .information, .help: nil
        }
    }

    /// The item that an operation on an item means here.
    var currentItem: Item? {
        switch place {
        case .items: items.selected
        case .article: openArticle.value.flatMap { items.item($0.item.id) }
        case .welcome, .feeds, .failures, .information, .help: nil
        }
    }
}
