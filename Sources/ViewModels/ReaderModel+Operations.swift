import Configuration
import Library
import Signals

extension ReaderModel {
    /// Does what the person asked for, in the place where they are.
    package func perform(_ operation: Operation) {
        perform(operation) { count in perform(operation, count: count) }
    }

    /// Does it by a deed that is given the number typed before it, as far as that isn't rows to select.
    func perform(_ operation: Operation, by deed: (_ count: Int?) -> Void) {
        if let said = status, said != afterRefresh.finishLine { lastProblem = said.isProblem ? said.text : nil }
        status = nil
        let count = takeCount(for: operation)
        defer { forgetLostRows() }
        if isOfRow(operation), tellOfLostRow() { return }
        if count != nil, operation.isOfFeed, place == .feeds {
            return status = .problem("Feeds are changed one at a time, without a number")
        }
        feeds.noteDeed(operation)
        if let count, operation.takesRows { selectRows(count) }
        let before = place == .items ? items.selected?.id : nil
        defer { if operation.goesToRows, items.selected?.id != before { noteHover() } }
        deed(count)
    }

    private func perform(_ operation: Operation, count: Int?) {
        switch operation {
        case .open: if let count { open(counted: count) } else { open() }
        case .back: goBack()
        case .left: goLeft()
        case .down: move(by: count ?? 1)
        case .up: move(by: -(count ?? 1))
        case .pageDown: turnPage(by: count ?? 1)
        case .pageUp: turnPage(by: -(count ?? 1))
        case .halfPageDown: turnHalfPage(by: count ?? 1)
        case .halfPageUp: turnHalfPage(by: -(count ?? 1))
        case .home: if let count { go(toRow: count) } else { goToTop() }
        case .end: if let count { go(toRow: count) } else { goToEnd() }
        case .refreshFeed: refreshFeed()
        case .refreshAll: refreshAll()
        case .stopRefresh: refresh.stop()
        case .escape: if count == nil { escape() }
        case .markFeedRead: markFeedRead()
        case .markEverythingRead: markEverythingRead()
        case .toggleRead: toggleRead()
        case .toggleStar: toggleStar()
        case .select: if place == .items { items.toggleSelecting() }
        case .tagItem: chooseItemTag()
        case .deleteItem: deleteItem()
        case .deleteAllItems: deleteAllItems()
        case .undo: undo()
        case .redo: redo()
        case .undoRules: undo(ofRules: true)
        case .openInBrowser: openInBrowser()
        case .openAndMarkRead: openInBrowserAndMarkRead()
        case .openBehind: openInBrowserBehind()
        case .openAllUnread: openAllUnread(markingRead: false)
        case .openAllUnreadAndMarkRead: openAllUnread(markingRead: true)
        case .readOn: readOn()
        case .next: goToItem(by: count ?? 1)
        case .previous: goToItem(by: -(count ?? 1))
        case .nextUnread: goToUnread(by: 1, times: count ?? 1)
        case .previousUnread: goToUnread(by: -1, times: count ?? 1)
        case .randomUnread: goToRandomUnread()
        case .nextFeed: goToNeighbour(by: 1, times: count ?? 1)
        case .previousFeed: goToNeighbour(by: -1, times: count ?? 1)
        case .nextUnreadFeed: goToUnreadFeed(by: 1, times: count ?? 1)
        case .previousUnreadFeed: goToUnreadFeed(by: -1, times: count ?? 1)
        case .showFeedOfItem: showFeedOfItem()
        case .goToTitle: ask(.goToTitle)
        case .markAboveRead: markAboveRead()
        case .saveArticle: askWhereToSave()
        case .saveAll: askWhereToSaveAll()
        case .keepBookmark: keepBookmark()
        case .share: share()
        case .pipeArticle: askWhereToPipe()
        case .copyLink: copyLink(withTitle: false)
        case .copyTitleAndLink: copyLink(withTitle: true)
        case .toggleSource: toggleSource()
        case .showLinkHints: showLinkHints()
        case .showLinks: showLinks()
        case .goToLink: ask(.openLink)
        case .one: take(digit: 1)
        case .two: take(digit: 2)
        case .three: take(digit: 3)
        case .four: take(digit: 4)
        case .five: take(digit: 5)
        case .six: take(digit: 6)
        case .seven: take(digit: 7)
        case .eight: take(digit: 8)
        case .nine: take(digit: 9)
        case .zero: take(digit: 0)
        case .search: search()
        case .nextHit: moveToHit(by: 1)
        case .previousHit: moveToHit(by: -1)
        case .addFeed: ask(.addFeed)
        case .filter: askForFilter()
        case .chooseFilter: chooseFilter()
        case .clearFilter: clearFilter()
        case .previousFound: showEarlierFound()
        case .saveSearch: saveNarrowing()
        case .manageFeed: chooseFeedDeed()
        case .renameFeed: askForName()
        case .tagFeed: askForTags()
        case .groupFeed: if let feed = feedToChange { ask(.feedGroup(feed), text: feed.folder ?? "") }
        case .moveFeedUp: moveFeed(up: true)
        case .moveFeedDown: moveFeed(up: false)
        case .pauseFeed: pauseFeed()
        case .changeAddress: askForAddress()
        case .removeFeed: removeFeed()
        case .editUrls: request(.edit(paths.urls))
        case .reloadUrls: reloadUrls()
        case .importOPML: ask(.importOPML)
        case .startWithStarterFeeds: startWithStarterFeeds()
        case .showFailures: showFailures()
        case .showInformation: showInformation()
        case .switchFocus: moveFocus(by: 1)
        case .switchFocusBack: moveFocus(by: -1)
        case .zoom: zoom()
        case .widen: panes.widen(by: 2)
        case .narrow: panes.widen(by: -2)
        case .toggleFold: feeds.toggleFold()
        case .chooseTag: chooseTag()
        case .clearTag: clearTag()
        case .sort: chooseOrder()
        case .sortReversed: chooseOrder(reversed: true)
        case .reverseOrder: reverseOrder()
        case .toggleShowRead: toggleShowRead()
        case .commandLine: ask(.command)
        case .help: go(to: .help)
        case .redraw: request(.redraw)
        case .suspend: request(.suspend)
        case .quit: quit()
        }
    }

    func open() {
        switch place {
        case .welcome: perform(Offer.allCases[offer.row].operation)
        case .feeds: if let entry = feeds.selectedEntry { open(entry) }
        case .items: if let item = items.selected { open(item) }
        case .links: openSelectedLink()
        case .information: subscribeToPreviewed()
        case .failures: if let feed = failures.selected { goToFeed(feed.id) }
        case .article, .help: break
        }
    }

    func goBack() {
        if place == .feeds, feeds.narrowing != nil { return feeds.narrow(to: "") }
        if place == .feeds, feeds.tag != nil { return clearTag() }
        guard path.count > 1 else { return quit() }
        if place == .items, items.isFound, wider != nil {
            // For the list that it was looked for from.
            widen()
        } else {
            if place == .items { stopFinding() }
            path.removeLast()
        }
        // Another lede may have been at work in the meantime.
        if place == .feeds { feeds.reload() }
    }

    /// Goes back as long as there is something on the left: an arrow moves and doesn't quit.
    private func goLeft() {
        if isAtBeginning { feeds.fold() } else { goBack() }
    }

    /// Whether there is nothing to go back to.
    var isAtBeginning: Bool { path.count == 1 && feeds.narrowing == nil && feeds.tag == nil }

    private func escape() {
        if stopLooking() { return }
        if place == .items, items.isSelecting { return items.stopSelecting() }
        if let pager, pager.search != nil { return pager.search = nil }
        if place == .items, items.source?.narrowing != nil { return clearFilter() }
        if place == .feeds, feeds.narrowing != nil { return clearFilter() }
        if refresh.isRunning { refresh.stop() } else if path.count > 1 || feeds.tag != nil { goBack() }
    }

    /// Stops what is under way; everything that was done is kept.
    private func quit() {
        refresh.stop()
        request(.quit)
    }

    /// Waits until what was done last is in the person's files, at the end. None of that needs the main queue.
    package func settle() {
        histories.settle()
        subscriptions.settle()
        remembered.settle()
    }
}
