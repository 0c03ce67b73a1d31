import Library
package import Signals
package import Typesetting

/// The links and attached files of an article, as a list.
@MainActor package final class LinkListModel: CursorList {
    @Published package internal(set) var links: [NumberedLink] = []
    @Published package internal(set) var cursor = ListCursor()
    /// The item with these links.
    private(set) var item: Item?
    private var factsOfFiles: [String: String] = [:]

    package init() {}

    package var selected: NumberedLink? {
        let row = cursor.row
        return links.indices.contains(row) ? links[row] : nil
    }

    /// Details of an attached file; empty for other links.
    package func facts(of link: NumberedLink) -> String { factsOfFiles[link.address] ?? "" }

    func show(_ links: [NumberedLink], of item: Item, factsOfFiles: [String: String]) {
        self.item = item
        self.factsOfFiles = factsOfFiles
        self.links = links
        cursor.count = links.count
        cursor.move(to: 0)
    }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    func moveCursor(_ change: (inout ListCursor) -> Void) { change(&cursor) }

    package func choose(_ number: Int) { cursor.move(to: number - 1) }
}

/// The links of an article.
@MainActor package final class LinksScreen: ReaderPart, ScreenModel {
    unowned let reader: ReaderModel
    let screen = Screen.links
    package let list = LinkListModel()

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Lists the links of the open article, or of the item at the cursor.
    func show() {
        if reader.here.article.map(show) != true { session.status = .refused("No links here") }
    }

    /// Lists the links of an article, and returns whether it has any.
    func show(linksOf article: Article) -> Bool {
        let links = article.document.numberedLinks
        guard !links.isEmpty else { return false }
        list.show(links, of: article.item, factsOfFiles: article.factsOfFiles)
        reader.backStack.go(to: .links)
        return true
    }

    var content: any Scrollable { list }

    var feed: Feed? { reader.belowLinks.feed }
    var feeds: [Feed] { reader.belowLinks.feeds }
    /// The list below may no longer contain the item.
    var item: Item? { isOfList ? reader.asMarkedNow(list.item) : reader.belowLinks.item }
    var article: Article? { isOfList ? reader.article(of: item) : reader.belowLinks.article }
    var link: NumberedLink? { list.selected }
    var numberedLinks: Int? { list.links.count }

    func enables(_ operation: Operation) -> Bool? { operation == .showLinks ? false : nil }

    private var isOfList: Bool { reader.backStack.screenBelowLinks == .items }

    func open() { if let link { reader.actions.browsing.browse(link.address) } }
    func open(counted number: Int) { reader.openLink(typedNumber: number) }

    func openLink(_ number: Int) {
        list.choose(number)
        if list.links.indices.contains(number - 1) { reader.actions.browsing.browse(list.links[number - 1].address) }
    }

    func remember(in last: inout LastScreen) { last.link = list.selected?.number }
}

/// A link in view, and where a label hides none of its text.
private struct VisibleLink {
    typealias Place = (row: Int, cell: Int, cells: Int)

    let number: Int
    /// The beginning of the link.
    private let start: Place
    /// The free cells after the link's first line.
    private let gap: Place
    /// The digits of the link's number, if that is in view.
    private var digits: Place?

    /// The links in some lines, in order.
    static func all(in lines: ArraySlice<Line>, width: Int) -> [VisibleLink] {
        var links: [VisibleLink] = []
        var indices: [Int: Int] = [:]
        for (row, line) in lines.enumerated() {
            var cell = 0
            for (index, run) in line.runs.enumerated() {
                if let number = run.link {
                    let known = indices[number, default: links.count]
                    if known == links.count {
                        indices[number] = known
                        links.append(VisibleLink(number, inRow: row, of: line, run: index, cell: cell, width: width))
                    }
                    // The number stands after the link; in the list of URLs, before it.
                    let former = index > 0 ? line.runs[index - 1] : run
                    for (run, end) in [(run, cell + run.cells), (former, cell)] where links[known].digits == nil {
                        links[known].digits = run.digits(of: number, end: end).map { (row, $0.lowerBound, $0.count) }
                    }
                }
                cell += run.cells
            }
        }
        return links
    }

    private init(_ number: Int, inRow row: Int, of line: Line, run first: Int, cell: Int, width: Int) {
        self.number = number
        start = (row, cell, 1)
        let rest = line.runs[first...].drop { $0.link == number }
        let end = cell + line.runs[first..<rest.startIndex].reduce(0) { $0 + $1.cells }
        let text = rest.map(\.text).joined()
        gap = text.isEmpty ? (row, end + 1, width - end - 1) : (row, end, text.prefix { $0 == " " }.count)
    }

    /// Where a label of some cells goes: on the number, else after the link, else on its first letters.
    func place(forCells cells: Int) -> Place {
        if let digits { return (digits.row, digits.cell, max(cells, digits.cells)) }
        let place = gap.cells >= cells ? gap : start
        return (place.row, place.cell, cells)
    }
}

extension Run {
    /// The cells of the digits, if the run is the number of a link, such as “[12]”, that ends before a cell.
    fileprivate func digits(of link: Int, end: Int) -> Range<Int>? {
        let number = "[\(link)]"
        guard style.contains(.dim), text.filter({ $0 != " " && $0 != "\u{A0}" }) == number else { return nil }
        let before = text.prefix { $0 != "[" }.count
        let start = end - cells + before + 1
        return start..<start + number.count - 2
    }
}

/// Labels on the visible links. Typing a label opens its link.
package struct LinkHints: Equatable, Sendable {
    package struct Mark: Equatable, Sendable {
        /// Where the label begins on the screen, and the cells that it takes.
        package let row: Int
        package let cell: Int
        package let cells: Int
        package let link: Int
        package let letters: String
    }

    private let marks: [Mark]
    package private(set) var typed = ""

    /// Starts with the keys under the fingers.
    private static let alphabet = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Nil if no link is visible. A link that is visible several times has one label.
    init?(_ lines: ArraySlice<Line>, width: Int) {
        let links = VisibleLink.all(in: lines, width: width)
        guard !links.isEmpty else { return nil }
        marks = zip(links, Self.letters(count: links.count)).map { link, letters in
            let place = link.place(forCells: letters.count)
            return Mark(row: place.row, cell: place.cell, cells: place.cells, link: link.number, letters: letters)
        }
    }

    /// The labels that begin with the typed letters.
    package var open: [Mark] { marks.filter { $0.letters.hasPrefix(typed) } }

    /// Types a letter, and returns the link if its label is complete.
    mutating func type(_ letter: Character) -> Int? {
        typed.append(letter)
        return marks.first { $0.letters == typed }?.link
    }

    mutating func deleteBackward() { _ = typed.popLast() }

    /// Labels of one letter if they are enough, otherwise of two. No screen has more links than that.
    private static func letters(count: Int) -> [String] {
        let single = alphabet.map { String($0) }
        guard count > single.count else { return single }
        return single.flatMap { first in single.map { first + $0 } }
    }
}
