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

    func undo(ofRules: Bool = false) {
        let again = key(.redo)
        let tell = tell(undone: true) { words in
            words.map { "Undone: \($0) (\(again) does it again)" } ?? "There is nothing to undo"
        }
        let leave = takeWithFile(tell) { [weak self] in self?.undo(ofRules: ofRules) }
        subscriptions.whenEdited { [library] in library.undo(ofRules: ofRules, leave: leave, finish: tell) }
    }

    func redo() {
        let tell = tell(undone: false) { words in words.map { "Done again: \($0)" } ?? "There is nothing to do again" }
        let leave = takeWithFile(tell) { [weak self] in self?.redo() }
        subscriptions.whenEdited { [library] in library.redo(leave: leave, finish: tell) }
    }

    /// What the library did, in the status line: it comes after the changes themselves. The cursor goes to a feed that came back.
    private func tell(
        undone: Bool, _ words: @escaping @Sendable (String?) -> String
    ) -> @Sendable (StepOutcome?) -> Void {
        // A feed that goes is listed now, one that comes is listed then.
        { [weak self, listed = feeds.all] outcome in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self else { return }
                    if let feed = outcome?.feedsThatCame(undone: undone).first { self.show(cameBack: feed) }
                    let known = listed + self.feeds.all
                    self.status.value = .done(words(outcome.map { self.words(for: $0, among: known) }))
                }
            }
        }
    }

    private func show(cameBack feed: FeedID) {
        feeds.reload()
        switch place {
        case .feeds: feeds.choose(feed)
        case .failures: failures.choose(feed)
        default: break
        }
    }

    /// One feed is told of by its name.
    private func words(for outcome: StepOutcome, among known: [Feed]) -> String {
        func words(_ deed: String, _ feeds: [FeedID]) -> String? {
            feeds.count == 1 ? known.first { $0.id == feeds[0] }.map { "\(deed) \($0.displayName)" } : nil
        }
        return switch outcome.action {
        case .subscribed(let feeds, _): words("subscribed to", feeds) ?? outcome.words
        case .unsubscribed(let feeds, _): words("unsubscribed from", feeds) ?? outcome.words
        default: outcome.words
        }
    }

    /// Takes a step that the urls file tells of, too; `again` is called where somebody else was quicker.
    private func takeWithFile(
        _ tell: @escaping @Sendable (StepOutcome?) -> Void, again: @escaping @MainActor @Sendable () -> Void
    ) -> @Sendable (Step) -> Void {
        { [status, subscriptions] step in
            subscriptions.take(step) { taken in
                switch taken {
                case .success(nil): again()
                case .success(let outcome): tell(outcome)
                case .failure(let error): status.value = .problem("\(error)")
                }
            }
        }
    }
}

extension StepOutcome {
    /// The feeds that there are again, or now, by what was undone or done again.
    fileprivate func feedsThatCame(undone: Bool) -> [FeedID] {
        switch action {
        case .unsubscribed(let feeds, _) where undone: feeds
        case .subscribed(let feeds, _) where !undone: feeds
        default: []
        }
    }
}
