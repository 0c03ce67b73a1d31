package import Signals
package import Typesetting

/// A document to page through, set to the width that the screen has for it.
///
/// Of a long document the lines around the place in the text are set at once and the rest off the main queue; what is
/// on the screen stays where it is when the rest comes.
@MainActor package final class PagerModel {
    /// What is in view changes with the document, the width and the place in the text.
    package struct Page: Equatable, Sendable {
        package var lines: [Line] = []
        /// The first line in view.
        package var top = 0
        package var height = 1
        /// Whether the lines are all of the document; until they are, the share that was read stays as it was.
        package var isWhole = true
        fileprivate var lastPercent = 0

        package var visible: ArraySlice<Line> { lines[min(top, lines.count)..<min(top + height, lines.count)] }

        /// How far the text has been read, in percent.
        package var percent: Int {
            let end = lines.count - height
            return !isWhole ? lastPercent : end <= 0 ? 100 : top * 100 / end
        }

        fileprivate mutating func move(to line: Int) { top = max(0, min(line, lines.count - height)) }
    }

    /// What is set at once: some screens full after the place in the text, and some before it.
    private static let linesAtOnce = 600
    private static let linesBefore = 300

    @Published package internal(set) var page = Page()
    /// Letters on the links in view, while the person chooses one by them.
    @Published package internal(set) var hints: LinkHints?
    /// What is looked for in the text.
    @Published package internal(set) var search: TextSearch?
    /// The place in the text on top of the screen when the person began to look for something.
    private var searchOrigin = TextPosition.start
    /// The lines with their links and headings.
    package private(set) var galley = Galley()
    private var typesetter = Typesetter(TypesettingOptions(width: 80))
    private var manuscript = Manuscript(Document())
    /// Makes the document of which only the head is there so far.
    private var rest: (@Sendable () -> Document)?
    /// Makes the document anew for another width, where it depends on that.
    private var remake: ((_ width: Int) -> Document)?
    /// The place in the text that the person went to, which stays the same however often the width changes.
    private var place = TextPosition.start
    /// The line of the whole text that the person went to, until all of it is set.
    private var goal: Int?
    private let setting = LatestWork()

    package init() {}

    /// The longest line in cells; 0 sets no bound.
    var textWidth = 80

    /// Whether the screen can strike text out; what is shown next is set so.
    package internal(set) var strikesOut: Bool {
        get { typesetter.options.strikesOut }
        set {
            var options = typesetter.options
            options.strikesOut = newValue
            typesetter = Typesetter(options)
        }
    }

    /// How wide the text is set.
    package var width: Int { typesetter.options.measure }

    /// Shows a document from its beginning, or from a place in its text on.
    package func show(_ document: Document, at place: TextPosition = .start) { show(document, rest: nil, at: place) }

    /// Shows a document that is another for another width, but for its blocks, which stay as many.
    package func show(fitting make: @escaping (_ width: Int) -> Document) {
        show(make(width))
        remake = make
    }

    /// Shows the head of a document at once, and the whole when that is made, which happens off the main queue.
    func show(_ head: Document, at place: TextPosition = .start, whole: @escaping @Sendable () -> Document) {
        show(head, rest: whole, at: place)
    }

    /// Puts a document in the place of one that says nearly the same: what is looked for in it goes on being.
    func replace(_ document: Document) {
        manuscript = Manuscript(document)
        set(
            from: TextPosition(block: max(0, place.block - Self.linesBefore), offset: 0), height: page.height,
            percent: page.percent)
    }

    /// The place in the text that is on top of the screen.
    var position: TextPosition { page.top == 0 ? .start : place }

    private func show(_ document: Document, rest: (@Sendable () -> Document)?, at place: TextPosition) {
        manuscript = Manuscript(document)
        self.rest = rest
        remake = nil
        self.place = place
        goal = nil
        hints = nil
        search = nil
        galley = Galley()
        // What is set begins before the place, so that there is something to go back to at once.
        let first = TextPosition(block: max(0, place.block - Self.linesBefore), offset: 0)
        set(from: first, height: page.height, percent: 0)
    }

    /// Puts letters on the links in view, where there are any.
    func showHints() { hints = LinkHints(page.visible) }

    /// Takes a letter while letters stand on the links; the link that is meant, once that is known.
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

    /// Takes the letters off the links.
    package func leaveHints() { hints = nil }

    /// Takes the room that the screen has; the place in the text stays.
    package func fit(width: Int, height: Int) {
        let options = TypesettingOptions(width: max(1, width), textWidth: textWidth, strikesOut: strikesOut)
        let height = max(1, height)
        // The letters that were shown would stand elsewhere.
        let makesHints = hints != nil && (options.measure != self.width || height != page.height)
        defer { if makesHints { hints = LinkHints(page.visible) } }
        if options.measure != self.width {
            typesetter = Typesetter(options)
            if let remake { manuscript = Manuscript(remake(self.width)) }
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
    /// The link in a cell of a line in view, if there is one.
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

    /// Whether what the text is called is in a cell of a line in view.
    package func isHeadline(inRow row: Int, cell: Int) -> Bool {
        let line = page.top + row
        guard page.lines.indices.contains(line), galley.position(ofLine: line).block == 0 else { return false }
        return cell < page.lines[line].text.cellWidth
    }

    func move(by lines: Int) { move(to: page.top + lines) }

    /// Whether the last line of all is in view.
    var isAtEnd: Bool {
        let page = self.page
        return page.isWhole && page.top + page.height >= page.lines.count
    }

    /// Turns half a page, which at least is a line.
    func turnHalfPage(by pages: Int) { move(by: max(page.height / 2, 1) * pages) }

    func turnPage(by pages: Int) { move(by: max(page.height - 1, 1) * pages) }

    func move(to line: Int) {
        goal = nil
        hints = nil
        var page = self.page
        page.move(to: line)
        place = galley.position(ofLine: page.top)
        self.page = page
    }

    /// Goes to the last line, as soon as that is set.
    func goToEnd() {
        move(to: page.lines.count)
        goal = page.isWhole ? nil : .max
    }

    /// Goes to a line of the whole text, the first being 0, as soon as it is known which that is; its beginning is there at once.
    func go(toLine line: Int) {
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

// Searching.
extension PagerModel {
    /// The lines in view, with what is found in them marked.
    package var visible: [Line] {
        let page = self.page
        guard let search = self.search else { return Array(page.visible) }
        return page.visible.indices.map { search.marked(page.lines[$0], index: $0) }
    }

    func beginSearch() { searchOrigin = position }

    private var lineOfOrigin: Int { galley.line(at: searchOrigin) }

    /// The row of the screen that what was found begins in, where that is in view.
    package var rowOfHit: Int? {
        let page = self.page
        return search?.line.flatMap { (0..<page.height).contains($0 - page.top) ? $0 - page.top : nil }
    }

    /// Looks for words, of which the first that stand after the place in the text come into view.
    func look(for words: String) {
        guard !words.isEmpty else { return stopSearch() }
        var search = self.search ?? TextSearch(page.lines)
        search.look(for: words)
        search.choose(fromLine: lineOfOrigin)
        show(search)
    }

    /// Goes on to the next hit, or back to one before.
    func moveToHit(by steps: Int) {
        guard var search = self.search else { return }
        search.move(by: steps)
        show(search)
    }

    /// Takes the marks away.
    func endSearch() { search = nil }

    /// Takes the marks away, and goes back to where the search began.
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

// Setting.
extension PagerModel {
    /// Sets what is on the screen, with some lines before and after it, and has the rest set where it is more.
    private func set(from position: TextPosition, height: Int, percent: Int) {
        let part = typesetter.set(manuscript, from: position, past: place, lines: max(Self.linesAtOnce, 3 * height))
        var page = self.page
        page.height = height
        page.lastPercent = percent
        page.lines = part.lines
        page.isWhole = part.isWhole && rest == nil
        page.move(to: part.line(at: place))
        galley = part
        self.page = page
        search = search?.again(in: page.lines, fromLine: page.top)
        if page.isWhole { setting.drop() } else { setRest() }
    }

    private func setRest() {
        setting.begin { [manuscript, rest, typesetter] in
            let whole = rest.map { Manuscript($0()) } ?? manuscript
            return (whole, typesetter.set(whole))
        } take: { [weak self] whole, galley in
            self?.take(whole, galley)
        }
    }

    /// Puts the whole in the place of the part, with the same line at the top of the screen.
    private func take(_ whole: Manuscript, _ galley: Galley) {
        var page = self.page
        let top = self.galley.position(ofLine: page.top)
        // A place that the head of the document did not reach is reached now.
        let isReached = place <= self.galley.position(ofLine: .max)
        let line = isReached ? galley.line(at: top) + page.top - self.galley.line(at: top) : galley.line(at: place)
        manuscript = whole
        rest = nil
        self.galley = galley
        page.lines = galley.lines
        page.isWhole = true
        page.move(to: line)
        self.page = page
        search = search?.again(in: page.lines, fromLine: page.top)
        if let goal { move(to: goal) }
    }
}
