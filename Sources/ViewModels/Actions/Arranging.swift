import Configuration
import Library
import Signals
import Subscriptions
import System

/// Chooses what lists show and in which order: tags, read items, sorting.
@MainActor final class Arranging: ReaderPart {
    unowned let reader: ReaderModel
    /// Waits until changed tags are written.
    private let awaitingTags: Command<TagAction, TagAction, Never>

    private enum TagAction {
        case choose
        case show(String)
    }

    init(_ reader: ReaderModel) {
        self.reader = reader
        let calledOff = Subject<Void, Never>()
        let (session, subscriptions) = (reader.session, reader.subscriptions)
        awaitingTags = Command(allowsConcurrency: true) { [news = session.news] action in
            Signal.from { answer in
                MainQueue.assume { subscriptions.whenEdited { MainQueue.async { news.whenHeard { answer(action) } } } }
            }
            .take(until: calledOff.signal)
        }
        session.wait(for: awaitingTags.isExecuting) { calledOff.send(()) }
        awaitingTags.values.observe { [weak self] action in
            self?.reader.feeds.reload()
            self?.perform(action)
        }
    }

    /// Shows the tags of feeds, then those of items.
    func chooseTag() { doOnceTagged(.choose) }

    /// Performs `action` once all changed tags are written.
    private func doOnceTagged(_ action: TagAction) {
        guard reader.subscriptions.isEditing || session.library.isTagging else { return perform(action) }
        awaitingTags.execute(action)
    }

    private func perform(_ action: TagAction) {
        switch action {
        case .choose: showTags()
        case .show(let tag): list(tag: tag)
        }
    }

    private func showTags() {
        do {
            let counts = Dictionary(try session.library.tags().map { ($0.name, $0.counts.unread) }) { first, _ in first
            }
            let (tags, own) = (listedTags.sorted(), try session.library.itemTags())
            if tags.isEmpty, own.isEmpty {
                return session.status = .refused(
                    "No tags yet (\(session.key(reader.screen == .feeds ? .tagFeed : .tagItem)) to add one)")
            }
            let feeds = tags.map { tag in
                Choice.Option(tag, detail: counts[tag].flatMap { $0 > 0 ? "\($0) unread" : nil } ?? "")
            }
            let items = try own.map { tag throws(LibraryFailure) in
                let count = try session.library.counts(of: .taggedItems(tag)).items
                return Choice.Option(tag, detail: count.counted("item"), value: Self.sign + tag)
            }
            session.choose(Choice(title: "Show tag or group:", feeds + items, on: self.reader.feeds.tag)) {
                [weak self] in
                self?.show(tag: $0.value)
            }
        } catch {
            session.troubles.send(error)
        }
    }

    /// Lists the feeds or the items with the chosen tag.
    private func show(tag: String) {
        if tag.hasPrefix(Self.sign) {
            showItems(tagged: String(tag.dropFirst(Self.sign.count)))
        } else {
            list(tag: tag)
        }
    }

    /// Precedes the tags of items; tags of feeds can't contain it.
    private static let sign = "\n"

    private func showItems(tagged tag: String) {
        reader.navigation.list(.tagged(tag))
        reader.backStack.path = [.feeds, .items]
    }

    /// Lists only the feeds with a tag; if there are none, the items with it.
    func showTag(_ tag: String) { doOnceTagged(.show(tag)) }

    private func list(tag: String) {
        guard hasFeeds(tagged: tag) else {
            var tags = listedTags
            do {
                if try session.library.counts(of: .taggedItems(tag)).items > 0 { return showItems(tagged: tag) }
                tags.formUnion(try session.library.itemTags())
            } catch {
                session.troubles.send(error)
            }
            return session.status = .refused(
                "No feeds or items have the tag “\(tag)”\(NearestName.hint(for: tag, among: tags))")
        }
        reader.feeds.list(tag: tag)
        goToFeeds()
    }

    /// Whether a feed or a listed saved search has the tag.
    func hasFeeds(tagged tag: String) -> Bool {
        reader.feeds.all.contains { $0.tags.contains(tag) } || listedTags.contains(tag)
    }

    /// The tags of feeds and saved searches that aren't hidden. Other tags would give an empty list.
    private var listedTags: Set<String> {
        let queries = reader.subscriptions.list.queries.filter { !$0.isHidden }
        return Set(reader.feeds.all.filter { !$0.isHidden }.flatMap(\.tags) + queries.flatMap(\.allTags))
    }

    private func goToFeeds() {
        if reader.screen != .feeds { reader.backStack.path = [.feeds] }
    }
}

// Sorting.
extension Arranging {
    /// Asks for the order of this list.
    func chooseOrder(reversed: Bool = false) {
        if reader.screen == .feeds {
            let orders = FeedOrder.allCases.filter { $0.isReversed == reversed }
            let current = reversed ? reader.feeds.order : reader.feeds.order.unreversed
            let options = orders.map { Choice.Option($0.words, value: $0.rawValue, key: $0.letter) }
            return session.choose(Choice(title: "Sort by:", options, on: current.rawValue)) { [weak self] in
                self?.reader.actions.settings.set(.feedSortOrder, to: $0.value)
            }
        }
        guard reader.screen == .items else { return }
        // “Oldest first” is an order of its own, and also “newest first” reversed.
        let orders = ItemOrder.allCases.filter { reversed ? $0.isReversed || $0 == .oldest : !$0.isReversed }
        let current = reversed ? reader.items.currentOrder : reader.items.currentOrder.unreversed
        let options = orders.map { order in
            Choice.Option(order.words, value: order.rawValue, key: (reversed ? order.reversed ?? order : order).letter)
        }
        session.choose(Choice(title: "Sort by:", options, on: current.rawValue)) { [weak self] in
            self?.sortItems(by: $0.value)
        }
    }

    /// Reverses the order of the list.
    func reverseOrder() {
        if reader.screen == .feeds {
            return reader.actions.settings.set(.feedSortOrder, to: reader.feeds.order.reversed.rawValue)
        }
        guard reader.screen == .items else { return }
        guard let reversed = reader.items.currentOrder.reversed else {
            return session.status = .refused("This order can't be reversed (\(session.key(.sort)) to choose another)")
        }
        sortItems(by: reversed.rawValue)
    }

    /// Says that a list is still being sorted, or can't be.
    func tell(of sorting: ItemListModel.Sorting) {
        switch sorting {
        case .done: if session.status == Self.isSorting { session.status = nil }
        case .underWay: session.status = Self.isSorting
        case .refused:
            session.status = .refused("List too long to sort by text: filter it first (\(session.key(.filter)))")
        }
    }

    private static let isSorting = Status.done("Sorting…")

    private func sortItems(by order: String) {
        reader.actions.settings.set(.articleSortOrder, to: order)
        reader.items.refill(in: ItemOrder(rawValue: order))
    }

    /// Shows or hides feeds without unread items, or read items.
    func toggleShowRead() {
        switch reader.screen {
        case .feeds:
            reader.actions.settings.turn(.showReadFeeds)
            session.status = .done(
                reader.feeds.showsRead ? "Showing read feeds too" : "Showing only feeds with unread items")
        case .items where reader.items.isFound:
            session.status = .done("Search results always include read items (\(session.key(.filter)) to filter)")
        case .items:
            reader.actions.settings.turn(.showReadArticles)
            session.status = .done(reader.items.unreadOnly ? "Showing only unread items" : "Showing read items too")
        default: break
        }
    }
}
