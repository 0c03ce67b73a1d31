import Testing

@testable import TestSupport

@Suite struct `A screen` {
    private let screen: Screen = {
        let emulator = Emulator(columns: 8, rows: 3)
        emulator.feed("News\r\n日本 2")
        return emulator.screen
    }()

    @Test func `a screen's description has a frame`() {
        #expect(
            screen.description == """
                ┌────────┐
                │News    │
                │日本 2  │
                │        │
                └────────┘
                """)
    }

    @Test func `text is found in the lines of a screen`() {
        #expect(screen.contains("本 2"))
        #expect(!screen.contains("Olds"))
        #expect(screen.row(of: "2") == 1)
        #expect(screen.text == "News\n日本 2")
    }
}
