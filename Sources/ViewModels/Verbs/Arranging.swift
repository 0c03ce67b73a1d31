import Configuration
import Library
import MainQueue
import Signals
import Spelling
import Subscriptions

/// What is listed, and in which order: the feeds and items of a tag, what is read, sorted by what.
@MainActor final class Arranging: WorkspaceUser {
    let workspace: Workspace
    private let navigation: Navigation
    private let settings: Settings
    /// Waits until tags are written.
    private let awaitingTags: Command<TagDeed, TagDeed, Never>

    private enum TagDeed {
        case choose
        case show(String)
    }

    init(_ workspace: Workspace, navigation: Navigation, settings: Settings) {
        self.workspace = workspace
        self.navigation = navigation
        self.settings = settings
        let calledOff = Subject<Void, Never>()
        let (session, subscriptions) = (workspace.session, workspace.subscriptions)
        awaitingTags = Command(allowsConcurrency: true) { [news = session.news] deed in
            Signal.from { answer in
                MainQueue.assume { subscriptions.whenEdited { MainQueue.async { news.whenHeard { answer(deed) } } } }
            }
            .take(until: calledOff.signal)
        }
        session.wait(for: awaitingTags.isExecuting) { calledOff.send(()) }
        awaitingTags.values.observe { [weak self] deed in
            self?.feeds.reload()
            self?.perform(deed)
        }
    }

    /// Shows the tags of feeds, and then those of items.
    func chooseTag() { doOnceTagged(.choose) }

    /// Does something with tags, once all are written that were given.
    private func doOnceTagged(_ deed: TagDeed) {
        guard subscriptions.isEditing || library.isTagging else { return perform(deed) }
        awaitingTags.execute(deed)
    }

    private func perform(_ deed: TagDeed) {
        switch deed {
        case .choose: showTags()
        case .show(let tag): list(tag: tag)
        }
    }

    private func showTags() {
        do {
            let counts = Dictionary(try library.tags().map { ($0.name, $0.counts.unread) }) { first, _ in first }
            let (tags, own) = (listedTags.sorted(), try library.itemTags())
            if tags.isEmpty, own.isEmpty {
                return status = .refused(
                    "No tags yet (\(key(place == .feeds ? .tagFeed : .tagItem)) to add one)")
            }
            let feeds = tags.map { tag in
                Choice.Option(tag, detail: counts[tag].flatMap { $0 > 0 ? "\($0) unread" : nil } ?? "")
            }
            let items = try own.map { tag throws(LibraryFailure) in
                let count = try library.counts(of: .taggedItems(tag)).items
                return Choice.Option(tag, detail: count.counted("item"), value: Self.sign + tag)
            }
            session.choose(Choice(title: "Show tag or group:", feeds + items, on: self.feeds.tag)) { [weak self] in
                self?.show(tag: $0.value)
            }
        } catch {
            troubles.send(error)
        }
    }

    /// Lists what has a tag that was chosen: feeds, or the items that have it themselves.
    private func show(tag: String) {
        if tag.hasPrefix(Self.sign) {
            showItems(tagged: String(tag.dropFirst(Self.sign.count)))
        } else {
            list(tag: tag)
        }
    }

    /// What stands before the tags of items; none of feeds has it in it.
    private static let sign = "\n"

    private func showItems(tagged tag: String) {
        navigation.list(.tagged(tag))
        trail.path = [.feeds, .items]
    }

    /// Lists the feeds of a tag alone; where no feed has it, the items that do.
    func showTag(_ tag: String) { doOnceTagged(.show(tag)) }

    private func list(tag: String) {
        guard hasFeeds(tagged: tag) else {
            var tags = listedTags
            do {
                if try library.counts(of: .taggedItems(tag)).items > 0 { return showItems(tagged: tag) }
                tags.formUnion(try library.itemTags())
            } catch {
                troubles.send(error)
            }
            return status = .refused(
                "No feeds or items have the tag “\(tag)”\(NearestName.hint(for: tag, among: tags))")
        }
        feeds.list(tag: tag)
        goToFeeds()
    }

    /// Whether the list of a tag has anything that may have a row.
    func hasFeeds(tagged tag: String) -> Bool {
        feeds.all.contains { $0.tags.contains(tag) } || listedTags.contains(tag)
    }

    /// The tags of feeds and queries that aren't hidden: of others a list would show nothing.
    private var listedTags: Set<String> {
        let queries = subscriptions.list.queries.filter { !$0.isHidden }
        return Set(feeds.all.filter { !$0.isHidden }.flatMap(\.tags) + queries.flatMap(\.allTags))
    }

    func clearTag() { feeds.clearTag() }

    private func goToFeeds() {
        if place != .feeds { trail.path = [.feeds] }
    }
}

// Orders.
extension Arranging {
    /// Asks in which order this list is to stand, or from which other end.
    func chooseOrder(reversed: Bool = false) {
        if place == .feeds {
            let orders = FeedOrder.allCases.filter { $0.isReversed == reversed }
            let current = reversed ? feeds.order : feeds.order.unreversed
            let options = orders.map { Choice.Option($0.words, value: $0.rawValue, key: $0.letter) }
            return session.choose(Choice(title: "Sort by:", options, on: current.rawValue)) { [weak self] in
                self?.settings.set(.feedSortOrder, to: $0.value)
            }
        }
        guard place == .items else { return }
        // The oldest first is an order of its own, and the other end of the newest first.
        let orders = ItemOrder.allCases.filter { reversed ? $0.isReversed || $0 == .oldest : !$0.isReversed }
        let current = reversed ? items.currentOrder : items.currentOrder.unreversed
        let options = orders.map { order in
            Choice.Option(order.words, value: order.rawValue, key: (reversed ? order.reversed ?? order : order).letter)
        }
        session.choose(Choice(title: "Sort by:", options, on: current.rawValue)) { [weak self] in
            self?.sortItems(by: $0.value)
        }
    }

    /// Begins a list of items at its other end.
    func reverseOrder() {
        if place == .feeds {
            return settings.set(.feedSortOrder, to: feeds.order.reversed.rawValue)
        }
        guard place == .items else { return }
        guard let reversed = items.currentOrder.reversed else {
            return status = .refused("This order can't be reversed (\(key(.sort)) to choose another)")
        }
        sortItems(by: reversed.rawValue)
    }

    /// Says that a list is not in its order yet, or never will be.
    func tell(of sorting: ItemListModel.Sorting) {
        switch sorting {
        case .done: if status == Self.isSorting { status = nil }
        case .underWay: status = Self.isSorting
        case .refused:
            status = .refused("List too long to sort by text: filter it first (\(key(.filter)))")
        }
    }

    private static let isSorting = Status.done("Sorting…")

    private func sortItems(by order: String) {
        settings.set(.articleSortOrder, to: order)
        items.refill(in: ItemOrder(rawValue: order))
    }

    /// Shows what is read, or hides it: feeds in their list, items in theirs.
    func toggleShowRead() {
        switch place {
        case .feeds:
            settings.turn(.showReadFeeds)
            status = .done(
                feeds.showsRead ? "Showing read feeds too" : "Showing only feeds with unread items")
        case .items where items.isFound:
            status = .done("Search results always include read items (\(key(.filter)) to filter)")
        case .items:
            settings.turn(.showReadArticles)
            status = .done(items.unreadOnly ? "Showing only unread items" : "Showing read items too")
        default: break
        }
    }
}
