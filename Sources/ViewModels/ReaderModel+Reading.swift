import FoundationEssentials
import Library
import Signals
import Typesetting

extension ReaderModel {
    /// Shows the items of a row of the feeds, and why there may be none.
    func open(_ entry: FeedListEntry) {
        // What stands beside the feeds is what the person wants to go to, as it is.
        let isBeside = panes.arrangement.shows(.items) && items.source == entry.source(at: Date())
        if !isBeside || items.news > 0 { fill(with: entry) }
        go(to: .items)
        noteShown(entry)
    }

    /// Takes note that the person sees what is new of a feed, and says why there may be nothing.
    func noteShown(_ entry: FeedListEntry) {
        guard let feed = entry.feed else { return }
        refresh.news[feed.id] = nil
        // Where there is nothing else to show, the list says it.
        if let failure = feed.lastError, feed.total > 0 { status = .problem(failure) }
    }

    /// Opens an item's text, which marks it read.
    func open(_ item: Item) {
        guard show(item.id) else { return }
        items.noteOpened(item)
        go(to: .article)
    }

    /// Shows an item's text, and says whether there is one.
    func show(_ item: ItemID) -> Bool {
        do {
            guard let opened = try library.article(item) else { return false }
            noteReadingPlace()
            placeInText = nil
            display(opened, at: readingPlace(of: item))
            return true
        } catch {
            troubles.send(error)
            return false
        }
    }

    /// Shows an article from a place in its text on.
    func display(_ opened: Article, at place: TextPosition) {
        openArticle = opened
        if let beginning = opened.beginning {
            article.show(beginning, at: place) { opened.document }
        } else {
            article.show(opened.document, at: place)
        }
    }

    /// The feed that an operation on a feed means here.
    var currentFeed: Feed? {
        switch placeOfReading {
        case .feeds: feeds.selected
        case .items: items.feed.flatMap { feeds.feed($0.id) } ?? items.selected.flatMap { feeds.feed($0.feed) }
        case .article: openArticle.flatMap { feeds.feed($0.item.feed) }
        case .failures: failures.selected
        case .welcome, .links, .information, .help: nil
        }
    }

    /// The feeds that an operation on feeds means here.
    var currentFeeds: [Feed] {
        switch placeOfReading {
        case .feeds: feeds.selectedEntry.map { feeds.feeds(in: $0.source(at: Date()).scope) } ?? []
        case .items: items.source.map { feeds.feeds(in: $0.scope) } ?? []
        case .article, .failures: currentFeed.map { [$0] } ?? []
        case .welcome, .links, .information, .help: []
        }
    }

    /// An item as it is marked now; one that is deleted, as it was.
    private func asMarkedNow(_ item: Item?) -> Item? {
        guard let item else { return nil }
        if let listed = items.item(item.id) { return listed }
        do { return try library.items([item.id]).first ?? item } catch { troubles.send(error) }
        return nil
    }

    /// The item that something is to be done to here; of one that is deleted it is said.
    var itemToChange: Item? {
        guard let item = currentItem else { return nil }
        if items.item(item.id) != nil { return item }
        do {
            if try !library.items([item.id]).isEmpty { return item }
            status = .problem("This item is deleted (\(key(.undo)) may bring it back)")
        } catch {
            troubles.send(error)
        }
        return nil
    }

    /// The item that an operation on an item means here.
    var currentItem: Item? {
        switch placeOfReading {
        // Its row may be gone by now from under the list of its links.
        case .items: place == .links ? asMarkedNow(links.item) : items.selected
        case .article: asMarkedNow(openArticle?.item)
        case .welcome, .feeds, .links, .failures, .information, .help: nil
        }
    }

    /// What is selected, where that is what an operation on items means here.
    var selection: SelectedRows? { place == .items ? items.selectedRows : nil }

    /// The text that an operation on an article means here.
    var currentArticle: Article? {
        if placeOfReading == .article { return openArticle }
        guard let item = currentItem else { return nil }
        do { return try library.article(item.id) } catch { troubles.send(error) }
        return nil
    }

    /// Where the person is, or came from to the list of links.
    private var placeOfReading: Place { path.last { $0 != .links } ?? .feeds }
}
