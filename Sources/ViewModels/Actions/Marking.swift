import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals
import System

/// Marks, stars and deletes items: one, the selection, a list, a feed, or everything.
@MainActor final class Marking: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    func toggleRead() {
        guard let item = reader.itemToChange else { return }
        let mark = item.isRead ? Mark.unread : .read
        if reader.screen == .items, reader.items.isSelecting { return markSelected(mark) }
        reader.items.mark(item, mark)
        if reader.screen == .items {
            if session.config.isOn(.toggleItemReadJumpsToNextUnread) {
                reader.navigation.goToUnread(by: 1)
            } else if session.config.isOn(.toggleItemReadJumpsToNext) {
                reader.here.step(by: 1)
            }
        } else {
            session.status = .done(item.isRead ? "Marked unread" : "Marked read")
        }
    }

    /// Marks the item or the selection read or unread.
    func mark(read isRead: Bool) {
        guard let item = reader.itemToChange else { return }
        if reader.screen == .items, reader.items.isSelecting {
            return markSelected(isRead ? .read : .unread)
        }
        if item.isRead != isRead { toggleRead() }
    }

    /// Marks the items above the cursor read.
    func markAboveRead() {
        guard reader.screen == .items, reader.items.selected != nil else { return }
        let said = Status.done("Marked all items above read (\(session.key(.undo)) to undo)")
        afterEarlierMarks { [weak self] in
            guard let self else { return }
            reader.items.markAboveRead(
                finish: session.correction(of: said) { $0.count == 0 ? "No unread items above" : nil })
            reader.feeds.reload(.counts)
            session.status = said
            awaitMark(in: reader.items.source)
        }
    }

    /// Runs `action` after the list knows all earlier marks that decide what it contains. Otherwise the action would miss
    /// items that the list still shows.
    private func afterEarlierMarks(_ action: @escaping @MainActor @Sendable () -> Void) {
        if reader.items.listing?.goesByMarks == true { awaitMarks(then: action) } else { action() }
    }

    /// Makes keys wait for a mark that a list shows only once it is written.
    private func awaitMark(in source: ItemSource?) {
        if source?.scope.isToldByItems == false { awaitMarks() }
    }

    /// Makes keys wait until all marks so far are written, then runs `action`.
    private func awaitMarks(then action: @escaping @MainActor @Sendable () -> Void = {}) {
        session.change("Marking") { [news = session.news] finish in
            news.whenHeard {
                action()
                finish()
            }
        }
    }

    func toggleStar() {
        guard let item = reader.itemToChange else { return }
        let mark = item.isStarred ? Mark.unstarred : .starred
        if reader.screen == .items, reader.items.isSelecting { return markSelected(mark) }
        reader.items.mark(item, mark)
        session.status = .done(item.isStarred ? "Removed the star" : "★ Starred")
    }

    /// Deletes the item, or the selected ones; undo restores them.
    func deleteItem() {
        guard let item = reader.itemToChange else { return }
        if reader.screen == .items { return markSelected(.deleted) }
        reader.items.delete(item)
        reader.navigation.goBack()
        session.status = .done("Deleted (\(session.key(.undo)) to undo)")
    }

    func deleteAllItems() {
        guard reader.screen == .items, let source = reader.items.source else { return }
        if reader.items.isSelecting { return markSelected(.deleted) }
        if reader.items.items.isEmpty { return session.status = .refused("No items to delete") }
        afterEarlierMarks { [weak self] in
            guard let self else { return }
            reader.items.markAll(.deleted)
            session.status = .done("Deleted everything in \(source.name) (\(session.key(.undo)) to undo)")
            awaitMark(in: source)
        }
    }

    func markSelected(_ mark: Mark) {
        guard reader.items.isSelecting else { return markRows(mark) }
        afterEarlierMarks { [weak self] in self?.markRows(mark) }
    }

    /// Marks the selected rows, or the row at the cursor.
    private func markRows(_ mark: Mark) {
        let (count, end) = (
            reader.items.isSelecting ? reader.items.countedSelection : 1, " (\(session.key(.undo)) to undo)"
        )
        let words = mark.words(doneTo: count.counted("item"))
        let said = Status.done(words + end)
        // Duplicates in other feeds are marked and undone, too. Their number is known only later.
        reader.items.markSelected(
            mark, finish: session.correction(of: said) { $0.copies == 0 ? nil : words + $0.copiesToo + end })
        session.status = said
        awaitMark(in: reader.items.source)
    }

    /// Marks the listed or selected items of a feed read, but no items that came since.
    func markFeedRead() {
        if reader.screen == .items, reader.items.isSelecting { return markSelected(.read) }
        if reader.screen == .feeds {
            markListedRead()
        } else {
            afterEarlierMarks { [weak self] in self?.markListedRead() }
        }
    }

    /// Asks for an age, and marks the older items of a feed or list read.
    func askForAge() {
        session.ask(
            Question(label: "Mark items read older than (such as 7d): ") { [weak self] in
                try self?.markRead(olderThan: $0)
            })
    }

    func markRead(olderThan text: String) throws {
        guard let date = FilterDate.instant(text, now: Date()) else {
            throw PromptProblem("Type an age such as 12h, 7d, 2w, 3m or 1y, or a date such as 2026-01-31")
        }
        let end = (date: date, words: " older than \(text)")
        if reader.screen == .feeds {
            markListedRead(end)
        } else {
            afterEarlierMarks { [weak self] in self?.markListedRead(end) }
        }
    }

    /// With an end, only what is older.
    private func markListedRead(_ older: (date: Date, words: String)? = nil) {
        let source = reader.screen == .feeds ? reader.feeds.selectedEntry?.source(at: Date()) : reader.items.source
        guard let source else { return }
        // Search results contain only the best matches.
        let isFound = reader.screen != .feeds && reader.items.isFound
        let news = reader.screen == .feeds ? 0 : reader.items.news
        let rest = news == 0 ? "" : "; \(news.counted("new item")) not included"
        let (age, list) = (older?.words ?? "", isFound ? "" : " in \(source.name)")
        let end = "\(rest) (\(session.key(.undo)) to undo)"
        // Says nothing yet, since the number of items is known only later.
        let finish = session.correction(of: nil) { (outcome: MarkOutcome) in
            outcome.count == 0
                ? "No unread items\(age)\(list)\(rest)"
                : "Marked \(outcome.items.counted("item"))\(age) read\(list)\(outcome.copiesToo)\(end)"
        }
        guard reader.screen.pane != nil else { return }
        if reader.screen == .feeds {
            markAllRead(in: source, before: older?.date, finish: finish)
        } else {
            reader.items.markAll(.read, before: older?.date, finish: finish)
        }
        reader.feeds.reload(.counts)
        if older == nil, session.config.isOn(.markFeedReadJumpsToNextUnread) {
            reader.navigation.goToFeed(by: 1, unreadOnly: true)
        }
        session.status = nil
        awaitMark(in: source)
    }

    /// Marks the items read that a row in the list of feeds counts.
    private func markAllRead(
        in source: ItemSource, before date: Date?, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void
    ) {
        // The feed knows its newest item when the row was drawn.
        if let feed = reader.feeds.selected {
            return session.news.mark(Listing(feed).items(before: date), .read, tell: finish)
        }
        let read = session.news.reporting(try session.library.listing(source.scope, unreadOnly: source.unreadOnly))
        guard let listing = read else { return }
        let listed = listing.upTo(Listing(all: reader.feeds.all).newestItem)
        session.news.mark(listed.items(before: date), .read, tell: finish)
    }

    /// Marks the items of all feeds read, as far as the counts include them.
    func markEverythingRead() {
        let unread = reader.feeds.unread
        let end = " (\(session.key(.undo)) to undo)"
        let said = Status.done(unread == 0 ? "No unread items" : "Marked \(unread.counted("item")) read\(end)")
        let finish = session.correction(of: said) { (outcome: MarkOutcome) in
            outcome.copies == 0 ? nil : "Marked \(outcome.items.counted("item")) read\(outcome.copiesToo)\(end)"
        }
        session.news.mark(.listing(Listing(all: reader.feeds.all)), .read, tell: finish)
        reader.feeds.reload(.counts)
        reader.items.reread()
        session.status = said
        awaitMark(in: reader.items.source)
    }
}

extension Mark {
    /// “Marked 4 items read”.
    fileprivate func words(doneTo items: String) -> String {
        switch self {
        case .state(let state, let value): state.pastWords(value, items)
        case .deleted: "Deleted \(items)"
        case .tagged(let tag): "Tagged \(items) “\(tag)”"
        case .untagged(let tag): "Removed the tag “\(tag)” from \(items)"
        }
    }
}

extension ReaderModel {
    /// The item to change; nil if it was deleted, which the status line then says.
    fileprivate var itemToChange: Item? {
        guard let item = here.item else { return nil }
        if items.item(item.id) != nil { return item }
        guard let stored = session.news.reporting(try session.library.items([item.id])) else { return nil }
        if !stored.isEmpty { return item }
        session.status = .refused("This item was deleted (\(session.key(.undo)) may bring it back)")
        return nil
    }
}

/// The items that get the tag chosen next.
struct ItemsToTag: Equatable, Sendable {
    let target: MarkTarget
    let count: Int
    /// How many of the items have each tag.
    let tags: [String: Int]

    fileprivate func haveAll(_ tag: String) -> Bool { tags[tag] == count }
}

/// Adds tags to items, and removes them. Rules add tags, too.
@MainActor final class Tagging: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Asks for a tag, showing which ones the item or the selection has.
    func chooseItemTag() {
        guard let items = itemsToTag, let known = session.news.reporting(try session.library.itemTags()) else { return }
        let (on, off) = (items.tags.keys.sorted(), known.filter { items.tags[$0] == nil })
        let options = on.map { Choice.Option($0, detail: items.words(for: $0)) } + off.map { Choice.Option($0) }
        let title = items.count == 1 ? "Add or remove a tag:" : "Add or remove a tag of \(items.count) items:"
        session.choose(Choice(title: title, options, orNew: "new tag")) { [weak self] in
            self?.turn(tag: $0.value, of: items)
        }
    }

    /// Adds a tag to items, or removes it if all of them have it.
    func turn(tag: String, of items: ItemsToTag) { put(tag: tag, isOff: items.haveAll(tag), items) }

    /// Adds a tag to the item or the selection.
    func give(tag: String) {
        guard let items = itemsToTag else { return }
        put(tag: tag, isOff: false, items)
    }

    private func put(tag: String, isOff: Bool, _ items: ItemsToTag) {
        session.library.mark(items.target, isOff ? .untagged(tag) : .tagged(tag))
        self.reader.items.endSelecting()
        reader.article.showTags()
        let (count, undo) = (items.count, "(\(session.key(.undo)) to undo)")
        session.status = .done(
            isOff
                ? "Removed the tag “\(tag)”\(count == 1 ? "" : " from \(count) items") \(undo)"
                : "Tagged\(count == 1 ? "" : " \(count) items") “\(tag)” \(undo)")
    }

    private var itemsToTag: ItemsToTag? {
        guard let target = reader.here.selection?.target ?? reader.itemToChange.map({ .item($0.id) }) else {
            if reader.here.item == nil { session.status = .refused("No item to tag") }
            return nil
        }
        guard let items = session.news.reporting(try session.library.items(of: target)),
            let tags = session.news.reporting(try session.library.tags(of: items))
        else { return nil }
        return ItemsToTag(target: target, count: items.count, tags: tags.mapValues(\.count))
    }
}

extension ItemsToTag {
    /// Whether the items have a tag, for the end of its row.
    fileprivate func words(for tag: String) -> String {
        haveAll(tag) ? count == 1 ? "on this item" : "on all" : "on \(tags[tag] ?? 0) of \(count)"
    }
}
