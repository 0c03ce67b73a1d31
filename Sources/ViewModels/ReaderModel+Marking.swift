import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals

extension ReaderModel {
    func toggleRead() {
        guard let item = currentItem else { return }
        let mark = item.isRead ? Mark.unread : .read
        if place == .items, items.isSelecting { return markSelected(mark, as: item.isRead ? "unread" : "read") }
        items.mark(item, mark)
        if place == .items {
            if config.value.isOn(.toggleItemReadJumpsToNextUnread) {
                goToUnread(by: 1)
            } else if config.value.isOn(.toggleItemReadJumpsToNext) {
                move(by: 1)
            }
        } else {
            status.value = .done(item.isRead ? "Unread again" : "Read")
        }
    }

    /// Marks the item, or what is selected, read or unread, whatever it was.
    func mark(read isRead: Bool) {
        guard let item = currentItem else { return }
        if place == .items, items.isSelecting {
            return markSelected(isRead ? .read : .unread, as: isRead ? "read" : "unread")
        }
        if item.isRead != isRead { toggleRead() }
    }

    /// Marks what stands above the cursor read, loaded or not.
    func markAboveRead() {
        guard place == .items, items.selected != nil else { return }
        let said = Status.done("Everything above is read (\(key(.undo)) undoes it)")
        items.markAboveRead(finish: correction(of: said, where: { $0 == 0 }) { _ in "Nothing above was unread" })
        feeds.reload(.counts)
        status.value = said
    }

    /// What is said once it is known how many items a deed has changed, unless something else was said since.
    private func correction(
        of said: Status?, where isWrong: @escaping @MainActor @Sendable (Int) -> Bool,
        _ words: @escaping @MainActor @Sendable (Int) -> String
    ) -> @MainActor @Sendable (Int) -> Void {
        { [status] changed in if isWrong(changed), status.value == said { status.value = .done(words(changed)) } }
    }

    func toggleStar() {
        guard let item = currentItem else { return }
        let mark = item.isStarred ? Mark.unstarred : .starred
        if place == .items, items.isSelecting {
            return markSelected(mark, as: item.isStarred ? "without a star now" : "starred")
        }
        items.mark(item, mark)
        status.value = .done(item.isStarred ? "The star is taken away" : "★ Starred")
    }

    /// Takes items out of the library, which u brings back.
    func deleteItem() {
        guard let item = currentItem else { return }
        if place == .items { return markSelected(.deleted, as: "deleted") }
        items.mark(item, .deleted)
        goBack()
        status.value = .done("Deleted (\(key(.undo)) brings it back)")
    }

    func deleteAllItems() {
        guard place == .items, let source = items.source.value else { return }
        items.markAll(.deleted)
        status.value = .done("\(source.name): all deleted (\(key(.undo)) brings it back)")
    }

    private func markSelected(_ mark: Mark, as what: String) {
        let (count, end) = (items.isSelecting ? items.countedSelection : 1, "\(what) (\(key(.undo)) undoes it)")
        let said = Status.done("\(count) \(count == 1 ? "item" : "items") \(end)")
        // Copies in other feeds are marked, too, and undone: then the number is known a moment later.
        items.markSelected(
            mark, finish: correction(of: said, where: { $0 > count }) { "\($0) items, copies too, \(end)" })
        status.value = said
    }

    /// Marks what the person sees listed of a feed, and nothing that came in since.
    func markFeedRead() {
        let source = place == .feeds ? feeds.selectedEntry?.source(at: Date()) : items.source.value
        guard let source else { return }
        // Of what was found only the best are listed.
        let isFound = place != .feeds && items.isFound
        let news = place == .feeds ? 0 : items.news.value
        let rest = news == 0 ? "" : "; \(news) new \(news == 1 ? "is" : "are") not"
        let (whose, end) = (isFound ? "" : "\(source.name): ", "\(rest) (\(key(.undo)) undoes it)")
        // A moment later it is known how many these are: nothing is said before.
        let finish = correction(of: nil, where: { _ in true }) { changed in
            changed == 0 ? "\(source.name): nothing was unread\(rest)" : "\(whose)\(changed) marked read\(end)"
        }
        switch place {
        case .feeds: markAllRead(in: source, finish: finish)
        case .items, .article: items.markAllRead(finish: finish)
        case .welcome, .links, .failures, .information, .help: return
        }
        feeds.reload(.counts)
        if config.value.isOn(.markFeedReadJumpsToNextUnread) { goToFeed(by: 1, unreadOnly: true) }
        status.value = nil
    }

    /// Marks what the person sees counted of a row of the feeds.
    private func markAllRead(in source: ItemSource, finish: @escaping @MainActor @Sendable (Int) -> Void) {
        // What a feed had when it was drawn is known of it.
        if let feed = feeds.selected { return library.mark(.listing(Listing(feed)), .read, tell: finish) }
        do {
            let listing = try library.listing(source.scope, unreadOnly: source.unreadOnly)
            library.mark(.listing(listing), .read, tell: finish)
        } catch {
            troubles.send(error)
        }
    }

    /// Marks what all feeds have read, as far as the person sees it counted.
    func markEverythingRead() {
        let unread = feeds.unread
        let end = "(\(key(.undo)) undoes it)"
        let said = Status.done(unread == 0 ? "There is nothing unread" : "\(unread) marked read \(end)")
        // Undoing counts copies, too, which lists have once.
        let finish = correction(of: said, where: { $0 > unread }) { "\($0) marked read, copies too \(end)" }
        library.mark(.listing(Listing(all: feeds.all)), .read, tell: finish)
        feeds.reload(.counts)
        items.reread()
        status.value = said
    }
}
