import Foundation
import Signals
import Testing
import Typesetting

@testable import ViewModels

@MainActor @Suite struct `A text in the pager` {
    private func pager(width: Int = 80, height: Int = 10) -> PagerModel {
        let pager = PagerModel()
        pager.show(
            Document(
                blocks: (1...50).map { .paragraph([.text("Paragraph \($0) " + String(repeating: "word ", count: 20))]) }
            ))
        pager.fit(width: width, height: height)
        return pager
    }

    @Test func `leaving a search returns to where it began, even if the width has changed`() {
        let pager = PagerModel()
        pager.fit(width: 60, height: 10)
        let words = String(repeating: "several words ", count: 20)
        pager.show(Document(blocks: (0..<60).map { .paragraph([.text("\($0) \(words)")]) }))
        pager.move(to: 100)
        let screen = pager.position
        pager.beginSearch()
        pager.look(for: "59 several")
        pager.fit(width: 20, height: 10)
        pager.stopSearch()
        #expect(pager.position.block == screen.block)
    }

    @Test func `a text is never wider than is readable`() {
        let pager = pager(width: 300)
        #expect(pager.width == 80)
        #expect(pager.page.lines.allSatisfy { $0.text.count <= 80 })
    }

    @Test func `a text scrolls between its first line and its last page`() {
        let pager = pager()
        pager.move(by: -5)
        #expect(pager.page.top == 0 && pager.page.percent == 0)
        pager.goToEnd()
        #expect(pager.page.visible.count == 10 && pager.page.percent == 100)
        pager.turnPage(by: 1)
        #expect(pager.page.percent == 100)
    }

    @Test func `a text keeps its position when the width changes, however often`() throws {
        let pager = pager()
        pager.move(to: try #require(pager.page.lines.firstIndex { $0.text.hasPrefix("Paragraph 25 ") }))
        for width in [40, 23, 71, 40, 80] {
            pager.fit(width: width, height: 10)
            #expect(pager.page.visible.first?.text.hasPrefix("Paragraph 25 ") == true)
        }
    }

    private func long(_ count: Int) -> Document {
        Document(
            blocks: (1...count).map { .paragraph([.text("Paragraph \($0) " + String(repeating: "word ", count: 60))]) })
    }

    @Test func `a long text shows its beginning at once, and the rest soon after`() async throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        pager.show(long(3000))
        let first = pager.page
        #expect(first.visible.count == 20 && !first.isWhole && first.percent == 0)
        pager.move(by: 30)
        try await pager.$page.waitUntil { $0.isWhole }
        let whole = pager.page
        #expect(whole.top == 30 && Array(whole.lines.prefix(first.lines.count)) == first.lines)
        #expect(whole.lines.last?.text.contains("word") == true && whole.lines.count > 12_000)
    }

    @Test func `a long text scrolls to its end once that is typeset`() async throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        pager.show(long(3000))
        pager.goToEnd()
        try await pager.$page.waitUntil { $0.isWhole && $0.percent == 100 }
        pager.move(by: -100_000)
        #expect(pager.page.top == 0)
    }

    @Test func `a long text goes to a line by its number, whatever is typeset by then`() async throws {
        let whole = Typesetter(.init(width: 80)).set(Manuscript(long(3000))).lines
        let far = TextPosition(block: 2000, offset: 0)
        for line in [12, 7000, 0] {
            let pager = PagerModel()
            pager.fit(width: 80, height: 20)
            pager.show(long(3000), at: far)
            pager.go(toRow: line)
            try await pager.$page.waitUntil { $0.isWhole && $0.top == line }
            #expect(pager.page.visible == whole[line..<line + 20])
        }
    }

    @Test func `the beginning of a long text is available at once, from any position`() throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        pager.show(long(3000), at: TextPosition(block: 2000, offset: 0))
        pager.go(toRow: 0)
        #expect(pager.visible.first?.text.hasPrefix("Paragraph 1 ") == true && !pager.page.isWhole)
        #expect(pager.position == .start)
        pager.go(toRow: 12)
        #expect(pager.page.top == 12)
    }

    @Test func `a long text keeps its line when the width changes and when the rest arrives`() async throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        pager.show(long(3000))
        try await pager.$page.waitUntil { $0.isWhole }
        pager.move(to: try #require(pager.page.lines.firstIndex { $0.text.hasPrefix("Paragraph 2000 ") }))
        let percent = pager.page.percent
        pager.fit(width: 41, height: 20)
        let visible = Array(pager.page.visible)
        #expect(visible.first?.text.hasPrefix("Paragraph 2000 ") == true && pager.page.percent == percent)
        #expect(pager.page.top > 100, "there are lines to go back to before the rest has come")
        try await pager.$page.waitUntil { $0.isWhole }
        #expect(Array(pager.page.visible) == visible)
    }

    @Test func `another text may replace one before its rest has arrived`() async throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        pager.show(long(3000))
        pager.show(long(2000))
        try await pager.$page.waitUntil { $0.isWhole }
        #expect(
            pager.galley.position(ofLine: .max)
                == Typesetter(.init(width: 80)).set(Manuscript(long(2000))).position(ofLine: .max))
    }

    @Test func `a text shows its beginning before the whole is read`() async throws {
        let pager = PagerModel()
        pager.fit(width: 80, height: 20)
        let whole = long(40)
        pager.show(long(2)) { whole }
        #expect(pager.page.lines.count < 20 && !pager.page.isWhole)
        try await pager.$page.waitUntil { $0.isWhole }
        #expect(pager.page.lines == whole.lines(width: 80))
    }

    @Test func `typing scrolls to the first match after the position, and leaving the search returns`() throws {
        let pager = pager()
        pager.move(to: 10)
        pager.beginSearch()
        pager.look(for: "paragraph 3")
        #expect(pager.visible.contains { $0.runs.contains { $0.style.contains(.chosen) && $0.text == "Paragraph 3" } })
        let first = try #require(pager.search)
        #expect(first.count == 11 && first.current == 1)
        pager.moveToHit(by: 5)
        #expect(pager.page.visible.contains { $0.text.hasPrefix("Paragraph 35 ") })
        pager.look(for: "paragraph 3x")
        #expect(pager.search?.count == 0 && pager.page.top == 10)
        pager.stopSearch()
        #expect(pager.search == nil && pager.page.top == 10)
    }

    @Test func `matches stay marked when the width changes`() {
        let pager = pager()
        pager.look(for: "Paragraph 40")
        pager.fit(width: 33, height: 10)
        #expect(pager.search?.current == 0)
        pager.moveToHit(by: 1)
        #expect(pager.visible.contains { $0.runs.contains { $0.style.contains(.chosen) } })
    }

    @Test func `a text reopens at its position, at any width, even before all of it is read`()
        async throws
    {
        let pager = pager()
        pager.move(to: try #require(pager.page.lines.firstIndex { $0.text.hasPrefix("Paragraph 25 ") }))
        let screen = pager.position
        let other = PagerModel()
        other.fit(width: 50, height: 10)
        other.show(long(50), at: screen)
        #expect(other.page.visible.first?.text.hasPrefix("Paragraph 25 ") == true)
        let whole = long(50)
        other.show(long(3), at: screen) { whole }
        try await other.$page.waitUntil { $0.isWhole }
        #expect(other.page.visible.first?.text.hasPrefix("Paragraph 25 ") == true)
    }

    @Test func `a short text doesn't scroll`() {
        let pager = PagerModel()
        pager.show(Document(blocks: [.paragraph([.text("Short")])]))
        pager.fit(width: 80, height: 20)
        pager.turnPage(by: 1)
        #expect(pager.page.top == 0 && pager.page.percent == 100)
    }
}
