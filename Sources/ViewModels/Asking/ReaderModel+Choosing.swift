import Configuration
import Library
import Signals

// What is chosen from a list.
extension ReaderModel {
    func choose(_ choice: Choice) { self.choice.value = choice }

    /// Changes the list that the person chooses from: what is typed, or where its cursor is.
    package func editChoice(_ change: (inout Choice) -> Void) {
        guard var choice = choice.value else { return }
        change(&choice)
        self.choice.value = choice
    }

    /// Takes the number of rows that the screen has for the list.
    package func fitChoice(_ height: Int) {
        if let choice = choice.value, choice.cursor.height != max(1, height) {
            editChoice { $0.cursor.height = height }
        }
    }

    package func leaveChoice() { choice.value = nil }

    /// Takes what the cursor is on.
    package func takeChoice() {
        guard let choice = choice.value, let option = choice.selected else { return }
        // First, since what was chosen may lead to the next question.
        self.choice.value = nil
        switch choice.purpose {
        case .tag: showTag(option.value)
        case .feedOrder: set(.feedSortOrder, to: option.value)
        case .itemOrder: sortItems(by: option.value)
        case .filter: do { try filter(by: option.value) } catch { status.value = .problem("\(error)") }
        case .foundFeed: if let address = Address(fromOutside: option.value) { look(at: address) }
        case .itemTag(let items): turn(tag: option.value, of: items)
        case .feedDeed: if let operation = Operation(rawValue: option.value) { perform(operation) }
        }
    }
}

// Tags.
extension ReaderModel {
    func chooseTag() {
        do {
            let tags = try library.tags()
            if tags.isEmpty {
                return status.value = .problem("No feed has a tag yet: write some behind its address in the urls file")
            }
            let options = tags.map { tag in
                Choice.Option(tag.name, detail: tag.counts.unread > 0 ? "\(tag.counts.unread)" : "")
            }
            choose(Choice(.tag, title: "Feeds with the tag:", options, on: feeds.tag))
        } catch {
            troubles.send(error)
        }
    }

    /// Lists the feeds of a tag alone.
    package func showTag(_ tag: String) {
        guard feeds.all.contains(where: { $0.tags.contains(tag) }) else {
            return status.value = .problem("No feed has the tag “\(tag)”")
        }
        feeds.tag = tag
        goToFeeds()
    }

    func clearTag() { feeds.tag = nil }

    private func goToFeeds() {
        if place != .feeds { path.value = [.feeds] }
    }
}

// Orders.
extension ReaderModel {
    func chooseOrder() {
        if place == .feeds {
            let options = FeedOrder.allCases.map { Choice.Option($0.words, value: $0.rawValue) }
            return choose(Choice(.feedOrder, title: "Feeds by:", options, on: config.value.text(.feedSortOrder)))
        }
        guard place == .items else { return }
        let options = Listing.Order.allCases.map { Choice.Option($0.words, value: $0.rawValue) }
        choose(Choice(.itemOrder, title: "Items by:", options, on: items.currentOrder.rawValue))
    }

    /// Begins a list of items at its other end.
    func reverseOrder() {
        guard place == .items else { return }
        switch items.currentOrder {
        case .newest: sortItems(by: Listing.Order.oldest.rawValue)
        case .oldest: sortItems(by: Listing.Order.newest.rawValue)
        case .byFeed, .unreadFirst:
            status.value = .problem("Only lists by date can be turned round (S chooses another order)")
        }
    }

    private func sortItems(by order: String) {
        set(.articleSortOrder, to: order)
        items.refill(in: Listing.Order(rawValue: order))
    }

    /// Shows what is read, or hides it: feeds in their list, items in theirs.
    func toggleShowRead() {
        switch place {
        case .feeds:
            turn(.showReadFeeds)
            status.value = .done(
                feeds.showsRead ? "Feeds without anything unread are shown" : "Only feeds with something unread")
        case .items:
            turn(.showReadArticles)
            items.refill()
            status.value = .done(items.unreadOnly ? "Only what is unread" : "What is read is shown, too")
        case .welcome, .article, .links, .failures, .information, .help: break
        }
    }
}

extension Listing.Order {
    var words: String {
        switch self {
        case .newest: "date, the newest first"
        case .oldest: "date, the oldest first"
        case .byFeed: "feed, and date"
        case .unreadFirst: "unread first, and date"
        }
    }
}
