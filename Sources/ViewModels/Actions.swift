import Configuration
import Library
import Signals
import Subscriptions
import Typesetting

/// Everything that can be done to feeds and items, by keys, mouse, macros or the command line.
@MainActor package final class Actions {
    let arranging: Arranging
    package let browsing: Browsing
    package let commanding: Commanding
    package let counting: Counting
    let keeping: Keeping
    package let listening: Listening
    package let downloading: Downloading
    let managing: ManagingFeeds
    let marking: Marking
    package let preloading: Preloading
    package let programInput: ProgramInput
    package let refreshing: Refreshing
    package let settings: ChangingSettings
    let sharing: Sharing
    let showingPages: ShowingPages
    fileprivate let showingPictures: ShowingPictures
    package let subscribing: Subscribing
    fileprivate let tagging: Tagging
    let undoing: Undoing

    init(_ reader: ReaderModel) {
        browsing = Browsing(reader)
        counting = Counting(reader)
        programInput = ProgramInput(reader)
        keeping = Keeping(reader)
        listening = Listening(reader)
        downloading = Downloading(reader)
        managing = ManagingFeeds(reader)
        marking = Marking(reader)
        refreshing = Refreshing(reader)
        settings = ChangingSettings(reader)
        sharing = Sharing(reader)
        let fetchingPages = FetchingPages(reader)
        let fetchingPictures = FetchingPictures(reader)
        preloading = Preloading(reader, fetching: fetchingPages, pictures: fetchingPictures)
        showingPages = ShowingPages(reader, fetching: fetchingPages)
        showingPictures = ShowingPictures(reader, fetching: fetchingPictures)
        subscribing = Subscribing(reader)
        tagging = Tagging(reader)
        undoing = Undoing(reader)
        arranging = Arranging(reader)
        commanding = Commanding(reader)
    }
}

// What performs each operation.
extension ReaderModel {
    /// Performs an operation in the current screen.
    package func perform(_ operation: Operation) {
        perform(operation) { count in perform(operation, count: count) }
    }

    package func perform(_ given: OperationWithArgument) {
        perform(given.operation) { _ in
            do { try perform(given.action) } catch { session.status = .refused(error) }
        }
    }

    /// Performs an operation through `action`, which gets the typed count unless that selected rows.
    private func perform(_ operation: Operation, by action: (_ count: Int?) -> Void) {
        session.clearStatus(butNot: actions.refreshing.afterRefresh.finishLine)
        let count = actions.counting.takeCount(for: operation)
        defer { forgetLostRows() }
        if here.isOfRow(operation), tellOfLostRow() { return }
        if screen == .feeds, operation.isOfFeed, operation != .groupFeed {
            if count != nil { return session.status = .refused("Change feeds one at a time, without a count") }
            if feeds.selection != nil {
                let (move, end) = (session.key(.groupFeed), session.key(.escape))
                return session.status = .refused(
                    "Selected feeds can only be moved (\(move)): \(end) to end the selection")
            }
        }
        feeds.recordOperation(operation)
        if let count, operation.takesRows { here.select(count) }
        let before = screen == .items ? items.selected?.id : nil
        defer { if operation.goesToRows, items.selected?.id != before { here.markHovered() } }
        action(count)
    }

    private func perform(_ operation: Operation, count: Int?) {
        let (here, times) = (here, count ?? 1)
        switch operation {
        case .open: if let count { here.open(counted: count) } else { here.open() }
        case .back: navigation.goBack()
        case .left: navigation.goLeft()
        case .down: move(by: times)
        case .up: move(by: -times)
        case .pageDown: here.content.turnPage(by: times)
        case .pageUp: here.content.turnPage(by: -times)
        case .halfPageDown: here.content.turnHalfPage(by: times)
        case .halfPageUp: here.content.turnHalfPage(by: -times)
        case .home: if let count { go(toRow: count) } else { here.content.goToTop() }
        case .end: if let count { go(toRow: count) } else { here.content.goToEnd() }
        case .escape: if count == nil { escape() }
        case .readOn: navigation.readOn()
        case .next: navigation.goToItem(by: times)
        case .previous: navigation.goToItem(by: -times)
        case .nextUnread: navigation.goToUnread(by: 1, times: times)
        case .previousUnread: navigation.goToUnread(by: -1, times: times)
        case .randomUnread: navigation.goToRandomUnread()
        case .nextFeed: navigation.goToNeighbour(by: 1, times: times)
        case .previousFeed: navigation.goToNeighbour(by: -1, times: times)
        case .nextUnreadFeed: navigation.goToUnreadFeed(by: 1, times: times)
        case .previousUnreadFeed: navigation.goToUnreadFeed(by: -1, times: times)
        case .showFeedOfItem: navigation.showFeedOfItem()
        case .goToTitle: navigation.askForTitle()
        case .search: if let text = here.text { search(in: text) } else { navigation.searchLibrary() }
        case .nextHit: moveToHit(by: 1)
        case .previousHit: moveToHit(by: -1)
        case .filter: if screen == .feeds { navigation.askForFeeds() } else { navigation.askForFilter() }
        case .chooseFilter: navigation.chooseFilter()
        case .clearFilter: if screen == .feeds { feeds.narrow(to: "") } else { navigation.clearFilter() }
        case .previousFound: navigation.showEarlierFound()
        case .saveSearch: saveSearch()
        case .switchFocus: navigation.moveFocus(by: 1)
        case .switchFocusBack: navigation.moveFocus(by: -1)
        case .zoom: navigation.zoom()
        case .widen: navigation.widen(by: 2)
        case .narrow: navigation.widen(by: -2)

        case .markFeedRead: actions.marking.markFeedRead()
        case .markEverythingRead: actions.marking.markEverythingRead()
        case .markAboveRead: actions.marking.markAboveRead()
        case .markOlderRead: actions.marking.askForAge()
        case .toggleRead: actions.marking.toggleRead()
        case .toggleStar: actions.marking.toggleStar()
        case .deleteItem: actions.marking.deleteItem()
        case .deleteAllItems: actions.marking.deleteAllItems()
        case .select: if screen == .items { items.toggleSelecting() } else { feeds.toggleSelecting() }
        case .tagItem: actions.tagging.chooseItemTag()
        case .undo: actions.undoing.undo()
        case .redo: actions.undoing.redo()
        case .undoRules: actions.undoing.undo(ofRules: true)
        case .showHistory: screens.history.show()

        case .openInBrowser: actions.browsing.openInBrowser()
        case .openAndMarkRead: actions.browsing.openInBrowserAndMarkRead()
        case .openBehind: actions.browsing.openInBrowserBehind()
        case .openComments: actions.browsing.openComments()
        case .enqueue: actions.listening.enqueue()
        case .play: actions.listening.play()
        case .download: actions.downloading.toggle()
        case .dequeue: screens.episodes.dequeue()
        case .showEpisodes: screens.episodes.show()
        case .openNotes: if let item = here.item { navigation.open(item) }
        case .toggleHeard: screens.episodes.toggleHeard()
        case .clearHeard: screens.episodes.clearHeard()
        case .moveEpisodeUp: screens.episodes.moveEpisode(by: -times)
        case .moveEpisodeDown: screens.episodes.moveEpisode(by: times)
        case .pausePlaying: actions.listening.togglePause()
        case .skipBack: actions.listening.skip(by: -10 * times)
        case .skipForward: actions.listening.skip(by: 30 * times)
        case .chooseChapter: actions.listening.chooseChapter()
        case .chooseSpeed: actions.listening.chooseSpeed()
        case .stopPlaying: actions.listening.stop()
        case .openAllUnread: actions.browsing.openAllUnread(markingRead: false)
        case .openAllUnreadAndMarkRead: actions.browsing.openAllUnread(markingRead: true)
        case .saveArticle: actions.keeping.askWhereToSave()
        case .saveAll: actions.keeping.askWhereToSaveAll()
        case .pipeArticle: actions.keeping.askWhereToPipe()
        case .copyLink: actions.keeping.copyLink(withTitle: false)
        case .copyTitleAndLink: actions.keeping.copyLink(withTitle: true)
        case .keepBookmark: actions.sharing.keepBookmark()
        case .share: actions.sharing.share()
        case .toggleSource: if screen == .article { article.toggleSource() }
        case .toggleFullText: actions.showingPages.toggle()
        case .openPage: actions.showingPages.openPage()
        case .togglePictures: actions.showingPictures.toggle()
        case .showLinkHints: screens.article.showLinkHints()
        case .showLinks: screens.links.show()
        case .goToLink: askForLink()

        case .refreshFeed: actions.refreshing.refreshFeed()
        case .refreshAll: actions.refreshing.refreshAll()
        case .stopRefresh:
            refresh.stop()
            actions.preloading.stopAsAsked()
        case .toggleOffline: actions.refreshing.toggleOffline()
        case .showFailures: screens.failures.show()
        case .showInformation: screens.information.show()
        case .addFeed: actions.subscribing.askForAddress()
        case .importOPML: actions.subscribing.askForOPML()
        case .importReader: screens.welcome.importAll()
        case .startWithStarterFeeds: actions.subscribing.startWithStarterFeeds()
        case .manageFeed: actions.managing.chooseFeedAction()
        case .renameFeed: actions.managing.askForName()
        case .tagFeed: actions.managing.askForTags()
        case .groupFeed: actions.managing.askForGroup()
        case .moveFeedUp: actions.managing.moveFeed(up: true)
        case .moveFeedDown: actions.managing.moveFeed(up: false)
        case .pauseFeed: actions.managing.pauseFeed()
        case .changeAddress: actions.managing.askForAddress()
        case .removeFeed: actions.managing.removeFeed()
        case .editUrls: session.request(.edit(session.paths.urls))
        case .reloadUrls: actions.settings.reloadUrls()

        case .toggleFold: feeds.toggleFold()
        case .chooseTag: actions.arranging.chooseTag()
        case .clearTag: feeds.clearTag()
        case .sort: actions.arranging.chooseOrder()
        case .sortReversed: actions.arranging.chooseOrder(reversed: true)
        case .reverseOrder: actions.arranging.reverseOrder()
        case .toggleShowRead: actions.arranging.toggleShowRead()

        case .one, .two, .three, .four, .five, .six, .seven, .eight, .nine, .zero:
            if let digit = operation.digit { actions.counting.add(digit: digit) }
        case .commandLine: actions.commanding.ask()
        case .help: backStack.go(to: .help)
        case .redraw: session.request(.redraw)
        case .suspend: session.request(.suspend)
        case .quit: navigation.quit()
        }
    }

    /// Called before the mouse acts.
    package func handlePointing() { session.clearStatus(butNot: actions.refreshing.afterRefresh.finishLine) }

    private func move(by rows: Int) {
        if session.config.isOn(.wrapScroll), here.wrap(rows) { return }
        here.step(by: rows)
    }

    private func escape() {
        if actions.subscribing.stopLooking() { return }
        if let text = here.text, text.search != nil { return text.endSearch() }
        if here.escape() { return }
        if refresh.progress != nil {
            refresh.stop()
        } else if backStack.path.count > 1 || feeds.tag != nil {
            navigation.goBack()
        }
    }

    private func saveSearch() {
        do {
            if let filter = try navigation.filterOfList() { return actions.managing.askForName(ofQueryFor: filter) }
            session.status = .refused(
                "Nothing to save: search (\(session.key(.search))) or filter (\(session.key(.filter))) first")
        } catch {
            session.status = .refused(error)
        }
    }

    private func askForLink() {
        session.ask(Question(label: "Link number: ") { [weak self] in try self?.openLink(typed: $0) })
    }

    /// Opens the link with the typed number.
    private func openLink(typed text: String) throws {
        let numbers = numberedLinks
        guard let number = Int(text), number >= 1, number <= numbers else {
            throw PromptProblem(
                numbers == 0 ? "No links here" : "No link “\(text)”: type a number from 1 to \(numbers)")
        }
        here.openLink(number)
    }
}

// Searching in the text of the pager.
extension ReaderModel {
    private func search(in text: PagerModel) {
        text.beginSearch()
        session.ask(
            Question(
                label: "/", history: "search", follow: { [weak text] in text?.look(for: $0) },
                leave: { [weak text] in text?.stopSearch() }
            ) { [weak self, weak text] words in
                if text?.search?.count == 0 { throw PromptProblem("“\(words)” isn't in this text") }
                self?.chooseFound()
            })
    }

    private func moveToHit(by steps: Int) {
        guard let text = here.text else { return }
        guard text.search != nil else {
            return session.status = .refused("No matches to go to: search first (\(session.key(.search)))")
        }
        text.moveToHit(by: steps)
        chooseFound()
    }

    private func chooseFound() { if screen == .failures { failures.chooseFound() } }
}

// Operations with an argument.
extension ReaderModel {
    private func perform(_ action: OperationWithArgument.Action) throws {
        switch action {
        case .mark(let isRead): actions.marking.mark(read: isRead)
        case .narrow(let text): try navigation.narrow(to: text)
        case .narrowToNamed(let name): try navigation.narrow(toNamed: name)
        case .showTag(let tag): actions.arranging.showTag(tag)
        case .tag(let tag): actions.tagging.give(tag: tag)
        case .markRead(let age): try actions.marking.markRead(olderThan: age)
        case .openLink(let number): try openLink(typed: number)
        case .find(let words): find(words)
        case .save(let path): try actions.keeping.saveArticle(as: path, replacing: nil)
        case .goToTitle(let words): try navigation.goToTitle(words)
        case .begin(let command): actions.commanding.ask(command)
        case .editUrls(let command):
            session.request(.edit(session.paths.urls, with: EditorCall(words: command, line: lineOfFeed)))
        }
    }

    /// Searches as if the user had typed the words.
    private func find(_ words: String) {
        if let text = here.text { search(in: text) } else { navigation.searchLibrary() }
        session.edit { $0.insert(words) }
        session.submitPrompt()
        guard let problem = session.prompt?.problem else { return }
        session.leavePrompt()
        session.status = .refused(problem)
    }

    /// The line of the current feed in the urls file.
    private var lineOfFeed: Int {
        let feed = here.feed
        return subscriptions.list.feeds.first { $0.url == feed?.url }?.line ?? 1
    }
}
