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

    private func read(_ json: JSONValue, after last: PlayerState? = nil) throws -> PlayerState? {
        var reader = JSONReader(Array(json.written.utf8)[...])
        return PlayerState(try reader.value(), after: last)
    }

    @Test func `a state is read as it was written`() throws {
        var expected = state
        // Nobody wants to see these.
        expected.title = "A \"title\""
        #expect(try read(state.message(withChapters: true)) == expected && expected.chapter == 1)
        expected.chapters = []
        #expect(try read(state.message(withChapters: false)) == expected && expected.chapter == nil)
    }

    @Test func `a state without chapters keeps the last ones`() throws {
        #expect(try read(state.message(withChapters: false), after: state)?.chapters == state.chapters)
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

    @Test func `of endless chapters the first thousand count, with short titles`() {
        let title = JSONValue.string(String(repeating: "long ", count: 1000))
        let list = JSONValue.array((0..<100_000).map { JSONValue(("title", title), ("time", .number("\($0)"))) })
        let chapters = PlayerChapter.list(list)
        #expect(chapters.count == 1000 && chapters.allSatisfy { $0.title.count == 150 })
    }

    @Test(arguments: [
        PlayerCommand(.pause), PlayerCommand(.resume), PlayerCommand(.togglePause), PlayerCommand(.stop),
        PlayerCommand(.skip, -12.5), PlayerCommand(.seek, 3600), PlayerCommand(.speed, 1.5), PlayerCommand(.chapter, 3),
        PlayerCommand(.play, 4711)
    ])
    func `a command is read as it was written`(command: PlayerCommand) throws {
        var reader = JSONReader(Array(command.message.written.utf8)[...])
        #expect(try PlayerCommand(reader.value()) == command)
    }

    @Test(arguments: [
        #"{}"#, #"{"command":7}"#, #"{"command":"run","value":"rm"}"#, #"{"command":"speed"}"#,
        #"{"command":"speed","value":1e9}"#, #"{"command":"seek","value":-1}"#, #"{"command":"skip","value":1e300}"#,
        #"{"command":["loadfile","/etc/passwd"]}"#, #"{"command":"play","value":1e15}"#
    ])
    func `anything else isn't a command`(message: String) throws {
        var reader = JSONReader(Array(message.utf8)[...])
        #expect(try PlayerCommand(reader.value()) == nil)
    }
}
