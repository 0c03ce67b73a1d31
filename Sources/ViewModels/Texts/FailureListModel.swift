import Library
import Signals
import Typesetting

/// The list of failures: a text in the pager, with a cursor that moves from row to row.
@MainActor package final class FailureListModel {
    package let text = PagerModel()
    /// The index of the chosen account or feed.
    @Published package internal(set) var row = 0
    /// The last message in the status line when the user opened the list.
    private(set) var lastSaid: [String] = []
    /// The accounts and feeds in the order of the text.
    private(set) var entries: [FailureEntry] = []
    /// All that were listed since the user opened the list, even those that work again, as they may fail again.
    private(set) var everListed: Set<FailureEntry.ID> = []
    private var document = Document()
    /// What disappeared from under the cursor, and what has the cursor since.
    private var lost: (entry: FailureEntry, standIn: FailureEntry.ID?)?

    package init() {}

    package var count: Int { entries.count }

    var selectedEntry: FailureEntry? { entries.indices.contains(row) ? entries[row] : nil }
    var selected: Feed? { selectedEntry?.feed }
    package var isAccountChosen: Bool { selectedEntry?.account != nil }

    /// Shows the list from its beginning.
    func show(_ failures: Failures, saying lastSaid: [String]) {
        (self.lastSaid, everListed) = (lastSaid, [])
        show(failures)
        row = 0
        text.show(document)
    }

    /// Updates the list, and keeps the chosen row's position on the screen.
    func update(_ failures: Failures) {
        let before = document
        let chosen = lostName == nil ? selectedEntry : lost?.entry
        let rowsAbove = lines(of: row).lowerBound - text.page.top
        show(failures)
        if document == before { return }
        let found = entries.firstIndex { $0.id == chosen?.id }
        row = found ?? max(0, min(row, entries.count - 1))
        lost = found == nil ? chosen.map { ($0, selectedEntry?.id) } : nil
        text.replace(document)
        guard (0..<text.page.height).contains(rowsAbove) else { return }
        text.move(to: lines(of: row).lowerBound - rowsAbove)
        bringIntoView()
    }

    /// The name of what disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lost.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.name : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLost() { lost = nil }

    private func show(_ failures: Failures) {
        (document, entries) = (failures.document, failures.listed)
        everListed.formUnion(entries.map(\.id))
    }
}

// The feeds' lines in the text.
extension FailureListModel {
    /// The lines of the chosen feed's name.
    package var chosenName: Range<Int> {
        let lines = lines(of: row)
        // Without the rule below it.
        let end = lines.first { text.galley.lines[$0].runs.contains { $0.style.contains(.drawn) } }
        return lines.lowerBound..<(end ?? lines.upperBound)
    }

    /// Whether the chosen feed's name is on the screen.
    package var isChosenInView: Bool { isInView(row) }

    /// The index of the feed that a line is about.
    private func row(atLine line: Int) -> Int? {
        let block = text.galley.position(ofLine: line).block - firstBlock
        guard !entries.isEmpty, block >= 0 else { return nil }
        return min(block / Failures.blocksOfEntry, entries.count - 1)
    }

    private var firstBlock: Int { document.blocks.count - Failures.blocksOfEntry * entries.count }

    /// The lines of a feed, without empty ones around it.
    private func lines(of row: Int) -> Range<Int> {
        guard entries.indices.contains(row) else { return 0..<0 }
        let block = firstBlock + Failures.blocksOfEntry * row
        let start = line(ofBlock: block)
        let isLast = row == entries.count - 1
        var end = isLast ? text.galley.lines.count : line(ofBlock: block + Failures.blocksOfEntry)
        while end > start, text.galley.lines[end - 1].text.isEmpty { end -= 1 }
        return start..<max(start, end)
    }

    /// The first line of a block that isn't empty.
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
    /// Chooses the feed that a visible row is about; returns false if there is none.
    package func choose(inRow row: Int) -> Bool {
        guard row < text.page.visible.count, let row = self.row(atLine: text.page.top + row) else {
            return false
        }
        choose(row)
        return true
    }

    func choose(_ row: Int) {
        self.row = max(0, min(row, entries.count - 1))
        bringIntoView()
    }

    func choose(_ feed: FeedID) {
        if let row = entries.firstIndex(where: { $0.id == .feed(feed) }) { choose(row) }
    }

    /// Moves by `steps` feeds, but by lines through a feed that is longer than the screen.
    func move(by steps: Int) {
        for _ in 0..<min(abs(steps), text.page.lines.count) { step(by: steps.signum()) }
    }

    private func step(by step: Int) {
        let (page, lines) = (text.page, lines(of: row))
        let isAllSeen = step > 0 ? lines.upperBound <= page.top + page.height : lines.lowerBound >= page.top
        if isAllSeen, entries.indices.contains(row + step) { choose(row + step) } else { text.move(by: step) }
    }

    func goToTop() {
        row = 0
        text.move(to: 0)
    }

    func goToEnd() {
        row = max(0, entries.count - 1)
        text.goToEnd()
    }

    func turnPage(by pages: Int) {
        turn(by: pages) { $0.turnPage(by: pages) }
    }

    func turnHalfPage(by pages: Int) {
        turn(by: pages) { $0.turnHalfPage(by: pages) }
    }

    /// Scrolls as a mouse wheel does. The cursor moves only if its feed would leave the screen.
    package func scroll(by lines: Int) {
        text.move(by: lines)
        keepInView()
    }

    /// Scrolls to a line, as a scroll bar does.
    func scroll(toTop line: Int) {
        text.move(to: line)
        keepInView()
    }

    /// Chooses the feed of the current match.
    func chooseFound() {
        if let line = text.search?.line, let row = row(atLine: line) { self.row = row }
    }

    private func turn(by pages: Int, _ turn: (PagerModel) -> Void) {
        let top = text.page.top
        turn(text)
        if text.page.top == top { row = pages > 0 ? max(0, entries.count - 1) : 0 } else { keepInView() }
    }

    /// Moves the cursor to a visible feed.
    private func keepInView() {
        if isInView(row) { return }
        let first = row(atLine: text.page.top) ?? 0
        row = entries.indices.contains(first + 1) && !isInView(first) && isInView(first + 1) ? first + 1 : first
    }

    /// Scrolls to the chosen feed, and for the first one to the text before it.
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
