package import Signals
import System
package import Typesetting

/// A document in the pager, typeset for the width of the screen.
///
/// Lines around the position in the text are typeset at once, and the rest of a long document off the main queue. The
/// visible lines stay when the rest arrives.
@MainActor package final class PagerModel: Scrollable {
    /// The typeset lines, and which of them are visible.
    package struct Page: Equatable, Sendable {
        package var lines: [Line] = []
        /// The first visible line.
        package var top = 0
        package var height = 1
        /// Whether the lines are the whole document. Until then, the shown percentage stays the same.
        package var isWhole = true
        fileprivate var lastPercent = 0

        package var visible: ArraySlice<Line> { lines[min(top, lines.count)..<min(top + height, lines.count)] }

        /// How far the text was read, in percent.
        package var percent: Int {
            let end = lines.count - height
            return !isWhole ? lastPercent : end <= 0 ? 100 : top * 100 / end
        }

        fileprivate mutating func move(to line: Int) { top = max(0, min(line, lines.count - height)) }
    }

    /// The lines to typeset at once: some screens after the position in the text, and some before it.
    private static let linesAtOnce = 600
    private static let linesBefore = 300

    @Published package internal(set) var page = Page()
    /// Labels on the visible links, while the user chooses one.
    @Published package internal(set) var hints: LinkHints?
    /// The current search in the text.
    @Published package internal(set) var search: TextSearch?
    /// The position in the text when the search began.
    private var searchOrigin = TextPosition.start
    /// The number of the link to the part of a recording that plays.
    @Published package private(set) var playedLink: Int?
    /// The lines with their links and headings.
    package private(set) var galley = Galley()
    private var typesetter = Typesetter(TypesettingOptions(width: 80))
    private var manuscript = Manuscript(Document())
    /// Makes the whole document, while only its beginning is shown.
    private var rest: (@Sendable () -> Document)?
    /// Makes the document for another width, if it depends on the width.
    private var remake: ((_ width: Int) -> Document)?
    /// The position that the user moved to. It stays the same when the width changes.
    private var place = TextPosition.start
    /// The line that the user wants to move to, until the whole document is typeset.
    private var goal: Int?
    private let setting = LatestWork()

    package init() {}

    /// The longest line in cells; 0 for no limit.
    var textWidth = 80

    /// Returns the room for the images of a new text; nil for words only.
    var room: @MainActor ([Image]) -> PictureRoom? = { _ in nil }
    /// The room that pictures get. Their rows depend on the screen.
    private var pictures: PictureRoom?

    /// Whether the screen can strike out text. Applies to the next document.
    package var strikesOut: Bool {
        get { typesetter.options.strikesOut }
        set {
            var options = typesetter.options
            options.strikesOut = newValue
            typesetter = Typesetter(options)
        }
    }

    /// The width of the text.
    package var width: Int { typesetter.options.measure }

    package func show(_ document: Document, at place: TextPosition = .start) { show(document, rest: nil, at: place) }

    /// Shows a document that depends on the width. The number of its blocks must not.
    package func show(fitting make: @escaping (_ width: Int) -> Document) {
        show(make(width))
        remake = make
    }

    /// Shows the beginning of a document at once, and the whole when it has been made off the main queue.
    func show(_ head: Document, at place: TextPosition = .start, whole: @escaping @Sendable () -> Document) {
        show(head, rest: whole, at: place)
    }

    /// Replaces the document by a similar one. A search continues.
    func replace(_ document: Document) {
        manuscript = Manuscript(document)
        set(
            from: TextPosition(block: max(0, place.block - Self.linesBefore), offset: 0), height: page.height,
            percent: page.percent)
    }

    private func take(_ manuscript: Manuscript) {
        self.manuscript = manuscript
        pictures = room(manuscript.images)
        typesetter = Typesetter(options(width: typesetter.options.width, height: page.height))
    }

    private func options(width: Int, height: Int) -> TypesettingOptions {
        var options = TypesettingOptions(width: max(1, width), textWidth: textWidth, strikesOut: strikesOut)
        options.pictures = pictures
        options.pictures?.rows = max(1, height * 6 / 10)
        return options
    }

    /// The position of the first visible line.
    var position: TextPosition { page.top == 0 ? .start : place }

    private func show(_ document: Document, rest: (@Sendable () -> Document)?, at place: TextPosition) {
        take(Manuscript(document))
        self.rest = rest
        remake = nil
        self.place = place
        goal = nil
        hints = nil
        search = nil
        playedLink = nil
        galley = Galley()
        // Starts before the position, so that the user can scroll back at once.
        let first = TextPosition(block: max(0, place.block - Self.linesBefore), offset: 0)
        set(from: first, height: page.height, percent: 0)
    }

    /// Shows labels on the visible links, if there are any.
    func showHints() { hints = LinkHints(page.visible, width: width) }

    /// Types a letter of a label, and returns the link if the label is complete.
    func typeHint(_ letter: Character) -> Int? {
        guard var hints else { return nil }
        let link = hints.type(letter)
        self.hints = link == nil && !hints.open.isEmpty ? hints : nil
        return link
    }

    package func deleteHint() {
        guard var hints else { return }
        hints.deleteBackward()
        self.hints = hints
    }

    /// Removes the labels.
    package func leaveHints() { hints = nil }

    /// Gives pictures their room, or takes it away. The line at the top of the screen stays.
    func show(_ pictures: PictureRoom?) {
        self.pictures = pictures
        fit(width: typesetter.options.width, height: page.height)
    }

    /// Sets the size of the screen. The position in the text stays.
    package func fit(width: Int, height: Int) {
        let height = max(1, height)
        let options = options(width: width, height: height)
        let isWidthNew = options.measure != self.width
        // The labels would be in the wrong places.
        let makesHints = hints != nil && (isWidthNew || height != page.height)
        defer { if makesHints { hints = LinkHints(page.visible, width: width) } }
        if isWidthNew || options.pictures != typesetter.options.pictures {
            typesetter = Typesetter(options)
            if isWidthNew, let remake { manuscript = Manuscript(remake(self.width)) }
            let before = galley.position(ofLine: page.top - Self.linesBefore)
            set(from: before, height: height, percent: page.percent)
        } else if height != page.height {
            var page = self.page
            page.height = height
            page.move(to: page.top)
            self.page = page
        }
    }
}

// Moving.
extension PagerModel {
    /// The picture in a cell of a visible row, if there is one.
    package func figure(inRow row: Int, cell: Int) -> Figure? {
        let line = page.top + row
        return figures(inLines: line..<line + 1).first { $0.column..<$0.column + $0.columns ~= cell }
    }

    /// The pictures of which some row is in view, with the row in which each begins, perhaps above the screen.
    package var visibleFigures: [(figure: Figure, row: Int)] {
        let page = self.page
        return figures(inLines: page.top..<page.top + page.height).map { ($0, $0.lines.lowerBound - page.top) }
    }

    /// The URLs of the images whose words are in view.
    var visibleImages: [String] {
        let runs = page.visible.flatMap(\.runs).filter { $0.style.contains(.image) }
        return runs.compactMap { run in
            guard let link = run.link, galley.links.indices.contains(link - 1),
                case .address(let url) = galley.links[link - 1]
            else { return nil }
            return url
        }
    }

    /// The pictures that a page down or up would show.
    var figuresNearby: [Figure] {
        let page = self.page
        return figures(inLines: page.top - page.height..<page.top + 2 * page.height)
    }

    private func figures(inLines lines: Range<Int>) -> [Figure] { galley.figures.filter { $0.lines.overlaps(lines) } }

    /// The link in a cell of a visible row, if there is one.
    package func link(inRow row: Int, cell: Int) -> Int? {
        let line = page.top + row
        guard page.lines.indices.contains(line) else { return nil }
        var start = 0
        for run in page.lines[line].runs {
            start += run.cells
            if cell < start { return run.link }
        }
        return nil
    }

    /// Whether a cell of a visible row is in the title.
    package func isHeadline(inRow row: Int, cell: Int) -> Bool {
        let line = page.top + row
        guard page.lines.indices.contains(line), galley.position(ofLine: line).block == 0 else { return false }
        return cell < page.lines[line].text.cellWidth
    }

    func move(by lines: Int) { move(to: page.top + lines) }

    /// Whether the last line is visible.
    var isAtEnd: Bool {
        let page = self.page
        return page.isWhole && page.top + page.height >= page.lines.count
    }

    /// Scrolls by half pages, at least by a line.
    func turnHalfPage(by pages: Int) { move(by: max(page.height / 2, 1) * pages) }

    func scroll(by lines: Int) { move(by: lines) }
    func scroll(toTop line: Int) { move(to: line) }

    func turnPage(by pages: Int) { move(by: max(page.height - 1, 1) * pages) }

    func move(to line: Int) {
        goal = nil
        hints = nil
        var page = self.page
        page.move(to: line)
        place = galley.position(ofLine: page.top)
        self.page = page
    }

    func goToTop() { go(toRow: 0) }

    /// Scrolls to the last line, once it is typeset.
    func goToEnd() {
        move(to: page.lines.count)
        goal = page.isWhole ? nil : .max
    }

    /// Scrolls to a line of the whole text, starting with 0, once it is known which that is. The beginning is known at
    /// once.
    func go(toRow line: Int) {
        let page = self.page
        let isSet = galley.position(ofLine: 0) == .start && line + page.height <= page.lines.count
        if page.isWhole || isSet { return move(to: line) }
        if line <= 0 {
            place = .start
            hints = nil
            set(from: .start, height: page.height, percent: 0)
        }
        goal = line
    }
}

// Following a recording.
extension PagerModel {
    /// Marks the last link to a time up to this one. If it `isTranscript`, the link stays in view, unless the user has
    /// scrolled away from the one before.
    func followRecording(to time: PlayingTime, isTranscript: Bool) {
        let links = galley.links
        let last = links.indices.last { index in
            guard case .address(let address) = links[index], let start = PlayingTime(ofLink: address) else {
                return false
            }
            return start <= time
        }
        guard let last, last + 1 != playedLink else { return }
        let before = playedLink.map(line(ofLink:))
        playedLink = last + 1
        guard isTranscript, let line = line(ofLink: last + 1) else { return }
        let view = page.top..<page.top + page.height
        let wasInView = before.map { $0.map(view.contains) ?? false } ?? true
        if wasInView, !view.dropLast(min(2, page.height / 2)).contains(line) { move(to: line - page.height / 4) }
    }

    private func line(ofLink number: Int) -> Int? {
        page.lines.firstIndex { $0.runs.contains { $0.link == number } }
    }
}

// Searching.
extension PagerModel {
    /// The visible lines, with marked matches.
    package var visible: [Line] {
        let page = self.page
        guard let search = self.search else { return Array(page.visible) }
        return page.visible.indices.map { search.marked(page.lines[$0], index: $0) }
    }

    func beginSearch() { searchOrigin = position }

    private var lineOfOrigin: Int { galley.line(at: searchOrigin) }

    /// The row of the current match on the screen, if it is visible.
    package var rowOfHit: Int? {
        let page = self.page
        return search?.line.flatMap { (0..<page.height).contains($0 - page.top) ? $0 - page.top : nil }
    }

    /// Searches for words, and scrolls to the first match after the position where the search began.
    func look(for words: String) {
        guard !words.isEmpty else { return stopSearch() }
        var search = self.search ?? TextSearch(page.lines)
        search.look(for: words)
        search.choose(fromLine: lineOfOrigin)
        show(search)
    }

    /// Moves to a later or an earlier match.
    func moveToHit(by steps: Int) {
        guard var search = self.search else { return }
        search.move(by: steps)
        show(search)
    }

    /// Removes the marks.
    func endSearch() { search = nil }

    /// Removes the marks, and returns to where the search began.
    func stopSearch() {
        search = nil
        move(to: lineOfOrigin)
    }

    private func show(_ search: TextSearch) {
        self.search = search
        guard let line = search.line else { return move(to: lineOfOrigin) }
        let page = self.page
        if !(page.top..<page.top + page.height).contains(line) { move(to: line - page.height / 3) }
    }
}

// Typesetting.
extension PagerModel {
    /// Typesets the visible lines with some before and after them, and starts typesetting the rest.
    private func set(from position: TextPosition, height: Int, percent: Int) {
        let part = typesetter.set(manuscript, from: position, past: place, lines: max(Self.linesAtOnce, 3 * height))
        var page = self.page
        // Rows of a picture share a position.
        let rowsBelow = galley.position(ofLine: page.top) == place ? page.top - galley.line(at: place) : 0
        page.height = height
        page.lastPercent = percent
        page.lines = part.lines
        page.isWhole = part.isWhole && rest == nil
        page.move(to: part.line(at: place, rowsBelow: rowsBelow))
        galley = part
        self.page = page
        search = search?.again(in: page.lines, fromLine: page.top)
        if page.isWhole { setting.drop() } else { setRest() }
    }

    private func setRest() {
        setting.begin { [manuscript, rest, typesetter] in
            let whole = rest.map { Manuscript($0()) } ?? manuscript
            return (whole, typesetter.set(whole))
        } receive: { [weak self] whole, galley in
            self?.showWhole(whole, galley)
        }
    }

    /// Shows the whole document instead of a part. The line at the top of the screen stays.
    private func showWhole(_ whole: Manuscript, _ galley: Galley) {
        var page = self.page
        let top = self.galley.position(ofLine: page.top)
        // The part may have ended before the position.
        let isReached = place <= self.galley.position(ofLine: .max)
        let line = isReached ? galley.line(at: top) + page.top - self.galley.line(at: top) : galley.line(at: place)
        let hasMorePictures = whole.images.count > manuscript.images.count
        manuscript = whole
        rest = nil
        self.galley = galley
        page.lines = galley.lines
        page.isWhole = true
        page.move(to: line)
        self.page = page
        search = search?.again(in: page.lines, fromLine: page.top)
        if let goal { move(to: goal) }
        if hasMorePictures { show(room(whole.images)) }
    }
}

/// The help for the screen from which it was opened.
@MainActor package final class HelpScreen: TextScreen {
    let screen = Screen.help
    package let pager = PagerModel()

    /// Shows a text that depends on the width.
    func show(_ make: @escaping (_ width: Int) -> Document) { pager.show(fitting: make) }
}
