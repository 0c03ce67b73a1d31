import Configuration
import Foundation
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@Suite struct `The arrangement of panes` {
    private func panes(_ columns: Int, _ focus: Pane = .feeds, isZoomed: Bool = false) -> [Pane] {
        PaneArrangement(columns: columns, focus: focus, isZoomed: isZoomed).slots.map(\.pane)
    }

    @Test func `a narrow screen has one pane, a medium one two, a wide one three`() {
        #expect(Pane.allCases.map { panes(80, $0) } == [[.feeds], [.items], [.article]])
        #expect(Pane.allCases.map { panes(120, $0) } == [[.feeds, .items], [.feeds, .items], [.items, .article]])
        #expect(Pane.allCases.map { panes(200, $0) } == Array(repeating: Pane.allCases, count: 3))
        #expect(panes(200, .items, isZoomed: true) == [.items])
        #expect(PaneArrangement(columns: 200, focus: .items, hasArticle: false).slots.map(\.pane) == [.feeds, .items])
    }

    @Test(arguments: [1, 15, 80, 99, 100, 139, 140, 200, 500])
    func `the panes fill the screen, with a column between them`(columns: Int) {
        for focus in Pane.allCases {
            for widths in [PaneWidths(), PaneWidths(feeds: 1, items: 1), PaneWidths(feeds: 999, items: 999)] {
                let slots = PaneArrangement(columns: columns, focus: focus, widths: widths).slots
                #expect(slots.first?.start == 0 && slots.last?.end == columns)
                #expect(zip(slots, slots.dropFirst()).allSatisfy { $0.end + 1 == $1.start })
                #expect(slots.allSatisfy { $0.columns >= min(16, columns) })
            }
        }
    }
}

@MainActor @Suite struct `The panes of the reader` {
    private let home: Home
    private let library: Library
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        home = try Home()
        try home.write(urls: ["https://example.org/one", "https://example.org/two"])
        library = try Library(path: home.path + "/library.db")
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
    }

    @Test func `a key goes through the panes that show something`() {
        reader.navigation.fitPanes(columns: 80)
        reader.perform(.switchFocus)
        #expect(reader.screen == .feeds)
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.switchFocus)
        #expect(reader.screen == .items)
        reader.perform(.switchFocus)
        #expect(reader.screen == .feeds)
        reader.perform(.switchFocusBack)
        #expect(reader.screen == .items)
    }

    @Test(arguments: [ViewModels.Operation.switchFocus, .switchFocusBack, .widen, .narrow, .zoom])
    func `a key for panes says that the screen is too narrow for them`(operation: ViewModels.Operation) {
        reader.navigation.fitPanes(columns: 99)
        reader.perform(operation)
        #expect(reader.session.status == .refused("Panes need a screen at least 100 columns wide"))
    }

    @Test func `a zoomed pane can't be made wider, and the status line says why`() {
        reader.navigation.fitPanes(columns: 120)
        reader.perform(.zoom)
        reader.perform(.widen)
        #expect(reader.session.status == .refused("This pane is zoomed (:zoom to show all panes)"))
    }

    @Test func `the pane beside the feeds shows the feed on which the cursor rests`() async throws {
        reader.navigation.fitPanes(columns: 120)
        reader.perform(.down)
        try await reader.items.$source.waitUntil { $0?.name == "example.org/two" }
        #expect(reader.screen == .feeds)
    }

    @Test func `the pane beside the feeds follows the cursor when the user returns to the feeds`() async throws {
        reader.navigation.fitPanes(columns: 120)
        reader.perform(.open)
        // As happens when the row of a read feed disappears.
        reader.feeds.cursor.move(by: 1)
        let name = try #require(reader.feeds.selectedEntry?.source(at: Date()).name)
        #expect(reader.items.source?.name != name)
        // The cursor rests without effect on the list. The panes wait in the same way, but not as long.
        let rested = reader.feeds.$cursor.signal.debounce(for: .milliseconds(100), on: .main).first()
        for await _ in rested.values() {}
        reader.perform(.back)
        try await reader.items.$source.waitUntil { $0?.name == name }
    }

    @Test func `the pane beside the feeds is empty when there are no feeds any more`() async throws {
        reader.navigation.fitPanes(columns: 120)
        reader.perform(.down)
        try await reader.items.$source.waitUntil { $0?.name == "example.org/two" }
        try library.unsubscribe(library.feeds().map(\.id))
        try await reader.items.$source.waitUntil { $0 == nil }
        reader.perform(.switchFocus)
        #expect(reader.screen == .feeds)
    }

    @Test func `leaving a search shows the feed at the cursor in the pane beside`() throws {
        reader.navigation.fitPanes(columns: 120)
        reader.perform(.down)
        let name = try #require(reader.feeds.selectedEntry?.source(at: Date()).name)
        reader.perform(.search)
        #expect(reader.items.source?.name == name)
        reader.session.leavePrompt()
        #expect(reader.items.source?.name == name)
    }

    @Test func `with panes no, the widest screen has one pane, and the keys for panes say how to get them`() {
        reader.actions.settings.set(.panes, to: "no")
        reader.navigation.fitPanes(columns: 200)
        #expect(reader.panes.arrangement.slots.map(\.pane) == [.feeds])
        reader.perform(.zoom)
        #expect(reader.session.status == .refused("Panes are off: type “:set panes yes” to show them"))
        reader.actions.settings.set(.panes, to: "yes")
        #expect(reader.panes.arrangement.slots.map(\.pane) == [.feeds, .items])
    }

    @Test func `leaving an article removes the labels of its links`() {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.open)
        reader.article.text.hints = LinkHints([], width: 80)
        reader.navigation.focus(on: .feeds)
        #expect(reader.article.text.hints == nil)
    }

    @Test func `panes keep the width that the user sets`() {
        reader.navigation.fitPanes(columns: 200)
        let before = reader.panes.arrangement.slots[0].columns
        reader.perform(.widen)
        #expect(reader.panes.arrangement.slots[0].columns == before + 2)
        reader.navigation.fitPanes(columns: 80)
        reader.navigation.fitPanes(columns: 200)
        #expect(reader.panes.arrangement.slots[0].columns == before + 2)
    }

    @Test func `a key moves the border of the focused pane`() {
        reader.actions.settings.set(.preview, to: "yes")
        reader.perform(.open)
        reader.navigation.fitPanes(columns: 200)
        let before = reader.panes.arrangement.slots.map(\.columns)
        reader.perform(.narrow)
        #expect(reader.panes.arrangement.slots.map(\.columns) == [before[0], before[1] - 2, before[2] + 2])
    }

    @Test func `a zoomed pane hides the others`() {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.zoom)
        #expect(reader.panes.arrangement.slots.map(\.pane) == [.feeds])
        reader.perform(.open)
        reader.navigation.fitPanes(columns: 200)
        #expect(reader.panes.arrangement.slots.map(\.pane) == [.items])
    }

    @Test func `the pane beside the feeds shows the first feed once the first screen is painted`() {
        reader.navigation.fitPanes(columns: 120)
        #expect(reader.items.source == nil)
        reader.handleStart()
        #expect(reader.items.source?.name == "example.org/one")
        #expect(reader.screen == .feeds)
    }
}
