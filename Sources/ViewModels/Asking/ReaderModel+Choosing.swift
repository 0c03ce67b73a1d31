import Configuration
import Library
import Signals
import Spelling

// What is chosen from a list.
extension ReaderModel {
    func choose(_ choice: Choice) { self.choice = choice }

    /// Changes the list that the person chooses from: what is typed, or where its cursor is.
    package func editChoice(_ change: (inout Choice) -> Void) {
        guard var choice = self.choice else { return }
        change(&choice)
        self.choice = choice
    }

    /// Takes the number of rows that the screen has for the list.
    package func fitChoice(_ height: Int) {
        if let choice = self.choice, choice.cursor.height != max(1, height) {
            editChoice { $0.cursor.height = height }
        }
    }

    package func leaveChoice() {
        choice = nil
        request(.leaveSteps)
    }

    /// Takes what the cursor is on.
    package func takeChoice() {
        guard let choice = self.choice, let option = choice.selected else { return }
        // First, since what was chosen may lead to the next question.
        self.choice = nil
        switch choice.purpose {
        case .tag: show(tag: option.value)
        case .feedOrder: set(.feedSortOrder, to: option.value)
        case .itemOrder: sortItems(by: option.value)
        case .filter:
            do {
                if place == .feeds { try keepNarrowing(to: option.value) } else { try filter(by: option.value) }
            } catch { status = .problem("\(error)") }
        case .foundFeed: if let address = Address(fromOutside: option.value) { look(at: address) }
        case .share(let targets):
            if tellOfLostRow() { return }
            if let words = Int(option.value).map({ targets[$0] }) { request(.share(Array(words.dropFirst()))) }
        case .itemTag(let items): turn(tag: option.value, of: items)
        case .feedDeed(let subject):
            if tellOfLostRow() { return }
            guard subject == subjectOfDeed else {
                return status = .problem("That has gone from the list, so nothing was done")
            }
            if let operation = Operation(rawValue: option.value) { perform(operation) }
        }
    }
}

// Tags.
extension ReaderModel {
    /// Shows the tags of feeds, and then those of items.
    func chooseTag() { doOnceTagged(.choose) }

    /// Does something with tags, once all are written that were given.
    private func doOnceTagged(_ deed: Awaited.WithTags) {
        guard subscriptions.isEditing || library.isTagging else { return perform(deed) }
        awaited.withTags = deed
        subscriptions.whenEdited { [library, weak self] in
            library.whenHeard {
                guard let self, self.awaited.withTags == deed else { return }
                self.awaited.withTags = nil
                self.feeds.reload()
                self.perform(deed)
            }
        }
    }

    private func perform(_ deed: Awaited.WithTags) {
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
                return status = .problem(
                    "Nothing has a tag yet (\(key(place == .feeds ? .tagFeed : .tagItem)) gives one)")
            }
            let feeds = tags.map { tag in
                Choice.Option(tag, detail: counts[tag].flatMap { $0 > 0 ? "\($0) unread" : nil } ?? "")
            }
            let items = try own.map { tag throws(LibraryFailure) in
                let count = try library.counts(of: .taggedItems(tag)).items
                return Choice.Option(tag, detail: "\(count) \(count == 1 ? "item" : "items")", value: Self.sign + tag)
            }
            choose(Choice(.tag, title: "With the tag:", feeds + items, on: self.feeds.tag))
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
        stopFinding()
        items.open(.tagged(tag))
        path = [.feeds, .items]
    }

    /// Lists the feeds of a tag alone; where no feed has it, the items that do.
    package func showTag(_ tag: String) { doOnceTagged(.show(tag)) }

    private func list(tag: String) {
        guard hasFeeds(tagged: tag) else {
            var tags = listedTags
            do {
                if try library.counts(of: .taggedItems(tag)).items > 0 { return showItems(tagged: tag) }
                tags.formUnion(try library.itemTags())
            } catch {
                troubles.send(error)
            }
            return status = .problem("Nothing has the tag “\(tag)”\(NearestName.hint(for: tag, among: tags))")
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
        if place != .feeds { path = [.feeds] }
    }
}

// Orders.
extension ReaderModel {
    /// Asks in which order this list is to stand, or from which other end.
    func chooseOrder(reversed: Bool = false) {
        if place == .feeds {
            let orders = FeedOrder.allCases.filter { $0.isReversed == reversed }
            let current = reversed ? feeds.order : feeds.order.unreversed
            let options = orders.map { Choice.Option($0.words, value: $0.rawValue, key: $0.letter) }
            return choose(Choice(.feedOrder, title: "Feeds by:", options, on: current.rawValue))
        }
        guard place == .items else { return }
        // The oldest first is an order of its own, and the other end of the newest first.
        let orders = ItemOrder.allCases.filter { reversed ? $0.isReversed || $0 == .oldest : !$0.isReversed }
        let current = reversed ? items.currentOrder : items.currentOrder.unreversed
        let options = orders.map { order in
            Choice.Option(order.words, value: order.rawValue, key: (reversed ? order.reversed ?? order : order).letter)
        }
        choose(Choice(.itemOrder, title: "Items by:", options, on: current.rawValue))
    }

    /// Begins a list of items at its other end.
    func reverseOrder() {
        if place == .feeds {
            guard let reversed = feeds.order.reversed else {
                return status = .problem(
                    "The order of the urls file can't be turned round (\(key(.sort)) chooses another)")
            }
            return set(.feedSortOrder, to: reversed.rawValue)
        }
        guard place == .items else { return }
        guard let reversed = items.currentOrder.reversed else {
            return status = .problem("This order can't be turned round (\(key(.sort)) chooses another)")
        }
        sortItems(by: reversed.rawValue)
    }

    /// Says that a list is not in its order yet, or never will be.
    func tell(of sorting: ItemListModel.Sorting) {
        switch sorting {
        case .done: if status == Self.isSorting { status = nil }
        case .underWay: status = Self.isSorting
        case .refused: status = .problem("So long a list is not sorted by its texts: narrow it (\(key(.filter)))")
        }
    }

    private static let isSorting = Status.done("Sorting …")

    private func sortItems(by order: String) {
        set(.articleSortOrder, to: order)
        items.refill(in: ItemOrder(rawValue: order))
    }

    /// Shows what is read, or hides it: feeds in their list, items in theirs.
    func toggleShowRead() {
        switch place {
        case .feeds:
            turn(.showReadFeeds)
            status = .done(
                feeds.showsRead ? "Feeds without anything unread are shown" : "Only feeds with something unread")
        case .items where items.isFound:
            status = .done("What was found is shown, read or not (\(key(.filter)) narrows it)")
        case .items:
            turn(.showReadArticles)
            status = .done(items.unreadOnly ? "Only what is unread" : "What is read is shown, too")
        case .welcome, .article, .links, .failures, .information, .help: break
        }
    }
}
