import Foundation
import Signals
import Testing
import Typesetting

@testable import ViewModels

@MainActor @Suite struct `A text that is paged through` {
    private func pager(width: Int = 80, height: Int = 10) -> PagerModel {
        let pager = PagerModel()
        pager.show(
            Document(
                blocks: (1...50).map { .paragraph([.text("Paragraph \($0) " + String(repeating: "word ", count: 20))]) }
            ))
        pager.fit(width: width, height: height)
        return pager
    }

    @Test func `is never set wider than can be read well`() {
        let pager = pager(width: 300)
        #expect(pager.width == 80)
        #expect(pager.page.value.lines.allSatisfy { $0.text.count <= 80 })
    }

    @Test func `stays between its first line and its last page`() {
        let pager = pager()
        pager.move(by: -5)
        #expect(pager.page.value.top == 0 && pager.page.value.percent == 0)
        pager.goToEnd()
        #expect(pager.page.value.visible.count == 10 && pager.page.value.percent == 100)
        pager.turnPage(by: 1)
        #expect(pager.page.value.percent == 100)
    }

    @Test func `keeps its place in the text when the width changes`() throws {
        let pager = pager()
        let all = pager.page.value.lines
        pager.move(to: try #require(all.firstIndex { $0.text.hasPrefix("Paragraph 25 ") }))
        pager.fit(width: 40, height: 10)
        let texts = pager.page.value.visible.map(\.text).joined(separator: " ")
        #expect((24...26).contains { texts.contains("Paragraph \($0) ") })
    }

    @Test func `that is short has nowhere to go`() {
        let pager = PagerModel()
        pager.show(Document(blocks: [.paragraph([.text("Short")])]))
        pager.fit(width: 80, height: 20)
        pager.turnPage(by: 1)
        #expect(pager.page.value.top == 0 && pager.page.value.percent == 100)
    }
}
