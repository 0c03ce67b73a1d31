import System
import Testing

@testable import Player

@Suite struct `What plays` {
    private let state: PlayerState = {
        var state = PlayerState(
            item: 4711, library: "/home/a b/lede", title: "A \"title\"\u{1B}", feed: "News", position: 75_250,
            duration: 3_723_000)
        (state.isPaused, state.speed) = (true, 1.25)
        state.chapters = [PlayerChapter(title: "Hello", start: 0), PlayerChapter(title: "News", start: 60_000)]
        return state
    }()

    @Test func `a chapter plays from its beginning`() {
        #expect(state.chapter == 1)
        var start = state
        start.position = 0
        #expect(start.chapter == 0)
    }

    @Test(arguments: [
        (0, nil, false), (100_000, 100_000, true), (1_739_000, 1_800_000, false), (1_741_000, 1_800_000, true),
        // A fiftieth of three hours is more than a minute.
        (10_580_000, 10_800_000, false), (10_585_000, 10_800_000, true),
        // A minute is a third of three minutes.
        (125_000, 180_000, false), (163_000, 180_000, true), (0, 0, false)
    ])
    func `only farewells are left near the end`(position: Int64, duration: Int64?, isNear: Bool) {
        let state = PlayerState(item: 1, library: "", title: "", feed: "", position: position, duration: duration)
        #expect(state.isNearEnd == isNear)
    }

    @Test func `chapters that make no sense are left out`() throws {
        let list = #"""
            [{"title":"c","time":90},{"title":"a","time":0},{"title":"no","time":-1},{"title":"no","time":1e300},
            {"title":7,"time":"12.5"},{"time":"soon"},{"title":"no"},7,null,[],{}]
            """#
        var reader = JSONReader(Array(list.utf8)[...])
        let chapters = PlayerChapter.list(try reader.value())
        #expect(chapters.map(\.title) == ["a", "", "c"] && chapters.map(\.start) == [0, 12_500, 90_000])
    }

    @Test func `of endless chapters the first hundreds count, with short titles`() throws {
        let chapter = #"{"title":"\#(String(repeating: "long ", count: 1000))","time":1}"#
        let list = "[" + repeatElement(chapter, count: 10_000).joined(separator: ",") + "]"
        var reader = JSONReader(Array(list.utf8)[...])
        let chapters = PlayerChapter.list(try reader.value())
        #expect(chapters.count == 500 && chapters.allSatisfy { $0.title.count == 80 })
    }

    @Test func `what no player can do isn't possible`() {
        let commands: [PlayerCommand] = [
            .speed(0), .speed(1e9), .seek(-1), .seek(.nan), .skip(1e300), .skip(.nan)
        ]
        #expect(commands.allSatisfy { !$0.isPossible })
        #expect(PlayerCommand.skip(-12.5).isPossible && PlayerCommand.speed(0.25).isPossible)
    }
}
