package import Signals
package import Typesetting

/// A document to page through, set to the width that the screen has for it.
@MainActor package final class PagerModel {
    /// What is in view changes with the document, the width and the place in the text.
    package struct Page: Equatable, Sendable {
        package var lines: [Line] = []
        /// The first line in view.
        package var top = 0
        package var height = 1

        package var visible: ArraySlice<Line> { lines[min(top, lines.count)..<min(top + height, lines.count)] }

        /// How far the text has been read, in percent.
        package var percent: Int {
            let end = lines.count - height
            return end <= 0 ? 100 : top * 100 / end
        }

        fileprivate mutating func move(to line: Int) { top = max(0, min(line, lines.count - height)) }
    }

    package let page = MutableProperty(Page())
    /// Lines longer than this are hard to read.
    private static let widestColumn = 80

    /// How wide the text is set.
    package private(set) var width = widestColumn
    private var document = Document()
    /// How much of the text is above the screen: what stays the same when the width changes, however often.
    private var share = 0.0

    package func show(_ document: Document) {
        self.document = document
        share = 0
        page.value = Page(lines: document.lines(width: width), height: page.value.height)
    }

    /// Takes the room that the screen has; the place in the text stays.
    package func fit(width: Int, height: Int) {
        let width = max(1, min(width, Self.widestColumn))
        var page = page.value
        if width != self.width {
            self.width = width
            page.lines = document.lines(width: width)
            page.top = Int((share * Double(page.lines.count)).rounded())
        }
        page.height = max(1, height)
        page.move(to: page.top)
        if page != self.page.value { self.page.value = page }
    }

    func move(by lines: Int) { move(to: page.value.top + lines) }

    func turnPage(by pages: Int) { move(by: max(page.value.height - 1, 1) * pages) }

    func move(to line: Int) {
        var page = page.value
        page.move(to: line)
        share = Double(page.top) / Double(max(page.lines.count, 1))
        self.page.value = page
    }

    func goToEnd() { move(to: page.value.lines.count) }
}
