import Library
import Signals
import Typesetting

/// What failed, was left out or has moved: a text to page through, and a cursor that goes in it from feed to feed.
@MainActor package final class FailureListModel {
    package let text = PagerModel()
    /// Which of the feeds is chosen.
    @Published package internal(set) var row = 0
    /// What the status line told of last when the person came here.
    private(set) var lastSaid: [String] = []
    /// The feeds in the order of the text.
    private(set) var feeds: [Feed] = []
    /// All that were listed since the person came here, also those that are gone: they may come back.
    private(set) var everListed: Set<FeedID> = []
    private var document = Document()
    /// The feed that the cursor was on and that has gone from the list, and the one that it stands on since.
    private var lost: (feed: Feed, standIn: FeedID?)?

    package init() {}

    package var count: Int { feeds.count }

    var selected: Feed? { feeds.indices.contains(row) ? feeds[row] : nil }

    /// Shows it from its beginning.
    func show(_ failures: Failures, saying lastSaid: [String]) {
        (self.lastSaid, everListed) = (lastSaid, [])
        take(failures)
        row = 0
        text.show(document)
    }

    /// Shows what has become of it, with the chosen feed where it is on the screen.
    func update(_ failures: Failures) {
        let before = document
        let chosen = lostName == nil ? selected : lost?.feed
        let rowsAbove = lines(of: row).lowerBound - text.page.top
        take(failures)
        if document == before { return }
        let found = feeds.firstIndex { $0.id == chosen?.id }
        row = found ?? max(0, min(row, feeds.count - 1))
        lost = found == nil ? chosen.map { ($0, selected?.id) } : nil
        text.replace(document)
        guard (0..<text.page.height).contains(rowsAbove) else { return }
        text.move(to: lines(of: row).lowerBound - rowsAbove)
        bringIntoView()
    }

    /// What the feed was called that went from under the cursor, which stands on another.
    var lostName: String? { lost.flatMap { $0.standIn == selected?.id ? $0.feed.displayName : nil } }

    /// Takes the feed for the person's own that the cursor stands on.
    func forgetLost() { lost = nil }

    private func take(_ failures: Failures) {
        (document, feeds) = (failures.document, failures.listed)
        everListed.formUnion(feeds.map(\.id))
    }
}

// Where feeds stand in the text.
extension FailureListModel {
    /// The lines of the chosen feed's name.
    package var chosenName: Range<Int> {
        let lines = lines(of: row)
        // Without the rule beneath it.
        let end = lines.first { text.galley.lines[$0].runs.contains { $0.style.contains(.drawn) } }
        return lines.lowerBound..<(end ?? lines.upperBound)
    }

    /// Whether the name of the chosen feed is on the screen.
    package var isChosenInView: Bool { isInView(row) }

    /// The feed that a line of the text is about.
    private func row(atLine line: Int) -> Int? {
        let block = text.galley.position(ofLine: line).block - firstBlock
        guard !feeds.isEmpty, block >= 0 else { return nil }
        return min(block / Failures.blocksOfFeed, feeds.count - 1)
    }

    private var firstBlock: Int { document.blocks.count - Failures.blocksOfFeed * feeds.count }

    /// The lines of a feed, without the empty ones around it.
    private func lines(of row: Int) -> Range<Int> {
        guard feeds.indices.contains(row) else { return 0..<0 }
        let block = firstBlock + Failures.blocksOfFeed * row
        let start = line(ofBlock: block)
        let isLast = row == feeds.count - 1
        var end = isLast ? text.galley.lines.count : line(ofBlock: block + Failures.blocksOfFeed)
        while end > start, text.galley.lines[end - 1].text.isEmpty { end -= 1 }
        return start..<max(start, end)
    }

    /// The first line of a block that has something in it.
    private func line(ofBlock block: Int) -> Int {
        let lines = text.galley.lines
        var line = text.galley.line(at: TextPosition(block: block, offset: 0))
        while line < lines.count - 1, lines[line].text.isEmpty { line += 1 }
        return line
    }

    private func isInView(_ row: Int) -> Bool {
        let page = text.page
        return (page.top..<page.top + page.height).contains(lines(of: row).lowerBound)
    }
}

// Moving.
extension FailureListModel {
    /// Goes to the feed that a row in view is about; false where there is none.
    package func choose(inRow row: Int) -> Bool {
        guard row < text.page.visible.count, let row = self.row(atLine: text.page.top + row) else {
            return false
        }
        choose(row)
        return true
    }

    func choose(_ row: Int) {
        self.row = max(0, min(row, feeds.count - 1))
        bringIntoView()
    }

    func choose(_ feed: FeedID) {
        if let row = feeds.firstIndex(where: { $0.id == feed }) { choose(row) }
    }

    /// Goes on by so many feeds, but line by line through one for which the screen is too small.
    func move(by steps: Int) {
        for _ in 0..<min(abs(steps), text.page.lines.count) { step(by: steps.signum()) }
    }

    private func step(by step: Int) {
        let (page, lines) = (text.page, lines(of: row))
        let isAllSeen = step > 0 ? lines.upperBound <= page.top + page.height : lines.lowerBound >= page.top
        if isAllSeen, feeds.indices.contains(row + step) { choose(row + step) } else { text.move(by: step) }
    }

    func goToTop() {
        row = 0
        text.move(to: 0)
    }

    func goToEnd() {
        row = max(0, feeds.count - 1)
        text.goToEnd()
    }

    func turnPage(by pages: Int) {
        turn(by: pages) { $0.turnPage(by: pages) }
    }

    func turnHalfPage(by pages: Int) {
        turn(by: pages) { $0.turnHalfPage(by: pages) }
    }

    /// Moves the text as a wheel does. The cursor goes along only where it would leave the screen.
    package func scroll(by lines: Int) {
        text.move(by: lines)
        keepInView()
    }

    /// Has a line be the first in view, as a scroll bar does.
    func scroll(toTop line: Int) {
        text.move(to: line)
        keepInView()
    }

    /// Chooses the feed in which something was found.
    func chooseFound() {
        if let line = text.search?.line, let row = row(atLine: line) { self.row = row }
    }

    private func turn(by pages: Int, _ turn: (PagerModel) -> Void) {
        let top = text.page.top
        turn(text)
        if text.page.top == top { row = pages > 0 ? max(0, feeds.count - 1) : 0 } else { keepInView() }
    }

    /// Has the cursor be on a feed in view.
    private func keepInView() {
        if isInView(row) { return }
        let first = row(atLine: text.page.top) ?? 0
        row = feeds.indices.contains(first + 1) && !isInView(first) && isInView(first + 1) ? first + 1 : first
    }

    /// Has the chosen feed in view, with what stands above the first one.
    package func bringIntoView() {
        let (page, lines) = (text.page, lines(of: row))
        if row == 0, lines.upperBound <= page.height {
            text.move(to: 0)
        } else if lines.lowerBound < page.top || lines.count >= page.height {
            text.move(to: lines.lowerBound)
        } else if lines.upperBound > page.top + page.height {
            text.move(to: lines.upperBound - page.height)
        }
    }
}
