import Configuration
import Dispatch
import Foundation
import Library
import Player
import Signals
import System
import TestSupport
import Testing

@testable import Commands

extension Podcast {
    /// A podcast whose items the library has.
    fileprivate static func fetched(
        _ recordings: [String: Answer], player: String = MPV.command.joined(separator: " "), more: String = ""
    ) async throws -> Podcast {
        let podcast = try Podcast(recordings, player: player, more: more)
        _ = try await podcast.home.run("refresh")
        return podcast
    }

    fileprivate func item(_ title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains("Episode \(title)") }
        return String(try #require(line).split(separator: "\t")[0])
    }

    /// What is stored of an episode.
    fileprivate func stored(_ item: String) throws -> Episode {
        let library = try Library(path: home.data + "/library.db")
        return try #require(try library.episode(of: ItemID(Int64(item) ?? 0)))
    }

    /// What a player would get of it.
    fileprivate func recording(_ item: String) throws -> Recording {
        let library = try Library(path: home.data + "/library.db")
        let paths = Paths(environment: Lede.environment(home: home, adding: [:]))
        return try Recording(of: ItemID(Int64(item) ?? 0), in: library, Config(), paths)
    }

    fileprivate func storePosition(_ position: Int64, of item: String) throws {
        let library = try Library(path: home.data + "/library.db")
        library.storePosition(position, duration: nil, of: ItemID(Int64(item) ?? 0))
        library.settle()
    }

    /// Looks on from another process's side, once `path` is fetched, by when something plays.
    fileprivate func look(
        onceFetched path: String, times: Int = 1
    ) async throws -> (client: ControlClient, heard: Record<ControlClient.Event>) {
        await requests.wait { $0.count { $0 == path } >= times }
        let heard = Record<ControlClient.Event>()
        let client = ControlClient(in: home.data + "/player", on: DispatchQueue(label: "test")) { heard.add($0) }
        return (try #require(client), heard)
    }
}

extension Record<ControlClient.Event> {
    fileprivate func wait(for isSo: (PlayerState) -> Bool) async {
        await wait { $0.contains { if case .state(let state) = $0 { isSo(state) } else { false } } }
    }

    fileprivate var last: PlayerState? {
        entries.lazy.reversed().compactMap { if case .state(let state) = $0 { state } else { nil } }.first
    }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: MPV.isThere, Comment(rawValue: MPV.isMissing))) struct `Playing episodes` {
    private static let long = Answer(200, body: SilentRecording.wav(seconds: 300))

    @Test func `an episode that was heard to its end is heard and read`() async throws {
        let podcast = try await Podcast.fetched(["/one": Answer(200, body: SilentRecording.wav(seconds: 1))])
        let item = try await podcast.item("one")
        let run = try await podcast.home.run("play", item)
        #expect(run.status == 0 && run.output == "playing Episode one\n" && run.errors.isEmpty)
        let episode = try podcast.stored(item)
        #expect(episode.item.isHeard && episode.item.isRead && episode.position == 0)
    }

    @Test func `where it stopped is remembered, and it goes on 5 seconds earlier`() async throws {
        let podcast = try await Podcast.fetched(["/one": Self.long])
        let item = try await podcast.item("one")
        async let run = podcast.home.run("play", item)
        let (client, heard) = try await podcast.look(onceFetched: "/one")
        await heard.wait { $0.position > 0 }
        client.send(.togglePause)
        client.send(.seek(100.5))
        await heard.wait { (100_000..<101_000).contains($0.position) && $0.isPaused }
        let status = try await podcast.home.run("play", "--status")
        #expect(status.output == "Episode one\t1:40 / 5:00 paused\n")
        let json = try await podcast.home.run("play", "--status", "--json").output
        #expect(
            json.hasPrefix(
                "{\"id\":\(item),\"feed_title\":\"Talk\",\"title\":\"Episode one\",\"chapter\":null,\"position\":100,"))
        #expect(try await podcast.home.run("play", "--skip", "-30").status == 0)
        await heard.wait { (70_000..<71_000).contains($0.position) }
        #expect(try await podcast.home.run("play", "--stop").status == 0)
        #expect(try await run.status == 0)
        var episode = try podcast.stored(item)
        #expect((69_000...71_000).contains(episode.position) && episode.duration == 300_000 && !episode.item.isRead)
        #expect(try podcast.recording(item).state.position == episode.position - 5000)
        #expect(try await podcast.home.run("play", "--pause").errors == "lede: nothing plays\n")

        let hits = podcast.server.hits("/one")
        async let second = podcast.home.run("play", item)
        let again = try await podcast.look(onceFetched: "/one", times: hits + 1)
        await again.heard.wait { $0.position != episode.position - 5000 }
        // This server knows no ranges.
        #expect(try #require(again.heard.last).position > episode.position - 5000)
        again.client.send(.seek(296))
        again.client.send(.stop)
        #expect(try await second.status == 0)
        episode = try podcast.stored(item)
        #expect(episode.item.isHeard && episode.position == 0)
    }

    @Test func `another episode takes the place of what plays`() async throws {
        let podcast = try await Podcast.fetched(["/one": Self.long, "/two": Self.long])
        let (one, two) = (try await podcast.item("one"), try await podcast.item("two"))
        async let run = podcast.home.run("play", one)
        let (client, heard) = try await podcast.look(onceFetched: "/one")
        await heard.wait { $0.position > 0 }
        client.send(.seek(100))
        await heard.wait { $0.position >= 100_000 }
        let other = try await podcast.home.run("play", two)
        #expect(other.status == 0 && other.output == "playing Episode two\n")
        await podcast.requests.wait { $0.contains("/two") }
        await heard.wait { "\($0.item)" == two && $0.duration == 300_000 }
        // The same once more lets it go on.
        client.send(.togglePause)
        await heard.wait { "\($0.item)" == two && $0.isPaused }
        #expect(try await podcast.home.run("play", two).status == 0)
        await heard.wait(until: { _ in heard.last?.isPaused == false })
        #expect(
            try await podcast.home.run("play", "4711").errors == "lede: no item 4711: “lede items” lists the items\n")
        client.send(.play(4711))
        await heard.wait(until: { $0.contains(.answer(problem: "no item 4711: “lede items” lists the items")) })
        client.send(.stop)
        #expect(try await run.status == 0)
        #expect(try podcast.stored(one).position >= 100_000 && podcast.stored(one).position < 110_000)
    }

    @Test func `chapters that the feed names by URL are fetched when it plays, and never before`() async throws {
        let list = #"{"chapters":[{"startTime":0,"title":"Hello"},{"startTime":60,"title":"News"}]}"#
        let podcast = try await Podcast.fetched(
            ["/one": Self.long, "/chapters": Answer(200, body: list), "/none": Answer(404)],
            more: #"<chapters xmlns="https://podcastindex.org/namespace/1.0" url="HERE/chapters"/>"#)
        let failing = try await podcast.home.run("play", podcast.item("none"))
        #expect(failing.status == 1 && podcast.server.hits("/chapters") == 0)
        async let run = podcast.home.run("play", podcast.item("one"))
        let (client, heard) = try await podcast.look(onceFetched: "/one")
        await heard.wait { $0.chapters.map(\.title) == ["Hello", "News"] }
        client.send(.seek(60))
        await heard.wait { $0.chapter == 1 }
        #expect(try await podcast.home.run("play", "--status", "--json").output.contains(#""chapter":"News""#))
        client.send(.stop)
        #expect(try await run.status == 0 && podcast.server.hits("/chapters") == 1)
    }

    @Test func `chapters in the feed are shown`() async throws {
        let podcast = try await Podcast.fetched(
            ["/one": Answer(404)],
            more:
                #"<chapters xmlns="http://podlove.org/simple-chapters"><chapter start="1:00" title="News"/></chapters>"#
        )
        let state = try podcast.recording(try await podcast.item("one")).state
        #expect(state.chapters == [PlayerChapter(title: "News", start: 60_000)])
    }

    @Test func `a feed's next episode plays at the speed of the last`() async throws {
        let podcast = try await Podcast.fetched(["/one": Self.long, "/two": Self.long])
        let (one, two) = (try await podcast.item("one"), try await podcast.item("two"))
        async let run = podcast.home.run("play", one)
        let first = try await podcast.look(onceFetched: "/one")
        await first.heard.wait { $0.duration != nil && $0.speed == 1 }
        first.client.send(.speed(1.75))
        first.client.send(.stop)
        #expect(try await run.status == 0)
        async let other = podcast.home.run("play", two)
        let second = try await podcast.look(onceFetched: "/two")
        await second.heard.wait { $0.duration != nil && $0.speed == 1.75 }
        #expect(try await podcast.home.run("play", "--status").output.hasSuffix(" / 5:00 1.75×\n"))
        second.client.send(.stop)
        #expect(try await other.status == 0)
    }

    @Test func `the position is stored while it plays`() async throws {
        let podcast = try await Podcast.fetched(["/one": Self.long])
        let item = try await podcast.item("one")
        async let run = podcast.home.run(["play", item], positionInterval: .zero)
        let (client, heard) = try await podcast.look(onceFetched: "/one")
        let library = try Library(path: podcast.home.data + "/library.db")
        await heard.wait { $0.position > 0 }
        let stored = Record<Void>()
        let following = library.changes.onNext { _ in stored.add(()) }
        try library.watchOtherProcesses()
        client.send(.seek(100))
        await heard.wait { $0.position >= 101_000 }
        // What another process would read after a kill of this one.
        while try podcast.stored(item).position < 100_000 {
            await stored.wait { [count = stored.entries.count] in $0.count > count }
        }
        following.dispose()
        client.send(.stop)
        #expect(try await run.status == 0)
    }

    @Test func `the position survives mpv`() async throws {
        let podcast = try await Podcast.fetched(["/one": Self.long])
        try podcast.notePlayer()
        let item = try await podcast.item("one")
        async let run = podcast.home.run("play", item)
        let (client, heard) = try await podcast.look(onceFetched: "/one")
        await heard.wait { $0.position > 0 }
        client.send(.seek(100))
        await heard.wait { $0.position >= 100_000 }
        kill(try podcast.players().mpv, SIGKILL)
        let ended = try await run
        #expect(ended.status == 1 && ended.errors == "lede: mpv was killed by signal 9\n")
        #expect(try podcast.stored(item).position >= (try #require(heard.last)).position)
        withExtendedLifetime(client) {}
    }

    @Test func `a connection that breaks isn't the end`() async throws {
        let answer = Answer.cut(after: 8000 * 20, of: SilentRecording.wav(seconds: 300))
        let podcast = try await Podcast.fetched(
            ["/one": answer], player: (MPV.command + ["--speed=8"]).joined(separator: " "))
        let item = try await podcast.item("one")
        let run = try await podcast.home.run("play", item)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: the connection broke at 0:"))
        let episode = try podcast.stored(item)
        #expect(!episode.item.isHeard && episode.position > 0 && episode.position <= 20_000)
    }

    @Test func `what can't be fetched keeps its position`() async throws {
        let podcast = try await Podcast.fetched(["/one": Answer(404, body: "<html>")])
        let item = try await podcast.item("one")
        try podcast.storePosition(77_000, of: item)
        let run = try await podcast.home.run("play", item)
        #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("lede: mpv can't play it: "))
        #expect(try podcast.stored(item).position == 77_000)
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Playing with other programs` {
    @Test func `a URL that leads elsewhere than to the web is refused`() async throws {
        let podcast = try await Podcast.fetched([:], player: "/bin/false")
        for line in try await podcast.home.run("items").output.split(separator: "\n") {
            let run = try await podcast.home.run("play", String(line.split(separator: "\t")[0]))
            #expect(run.status == 1 && !run.errors.contains("exit code"), "\(line): \(run.errors)")
        }
    }

    @Test func `another player gets the URL as its last argument, and nothing is marked`() async throws {
        let podcast = try await Podcast.fetched(["/one": Answer(404)])
        let program = try podcast.home.writeProgram(
            "other", "printf '%s\\n' \"$@\" > \"$0.said\"; echo noise; echo noise >&2")
        try podcast.home.write(config: "player \(program) --loud\n")
        let item = try await podcast.item("one")
        let run = try await podcast.home.run("play", item)
        #expect(run.status == 0 && run.output == "playing Episode one\n" && run.errors.isEmpty)
        let said = try String(contentsOfFile: program + ".said", encoding: .utf8)
        #expect(said == "--loud\n\(podcast.server.url("/one"))\n")
        #expect(try !podcast.stored(item).item.isHeard)
    }

    @Test func `a player that is missing is named, with what to do`() async throws {
        let podcast = try await Podcast.fetched(["/one": Answer(404)], player: "mpv")
        let item = try await podcast.item("one")
        let run = try await podcast.home.run("play", item, environment: ["PATH": "/nowhere"])
        #expect(
            run.errors == "lede: mpv isn't installed: install the package mpv, or set “player” in the config file\n")
        try podcast.home.write(config: "player no-such-player\n")
        let other = try await podcast.home.run("play", item)
        #expect(other.errors == "lede: can't find “no-such-player”: check “player” in the config file\n")
    }

    @Test(arguments: [
        ("exit 3", "failed with exit code 3", 77_000), ("kill -9 $$", "was killed by signal 9", 77_000),
        ("exec 3>&-; exec sleep 3600", "was killed by signal 9", 77_000),
        (#"printf '{"event":"file-loa' >&3; exit 4"#, "failed with exit code 4", 77_000),
        ("head -c 2000000 /dev/zero | tr '\\0' x >&3; exit 5", "failed with exit code 5", 77_000),
        (
            #"printf '{"event":7}\n[[[\n7\n{"request_id":{}}\n{"event":"file-loaded"}\n{"event":"end-file"}\n' >&3; exit 6"#,
            "failed with exit code 6", 77_000
        ),
        (
            #"""
            while read -r line; do case $line in *loadfile*) break; esac; done <&3
            printf '{"request_id":1,"error":"success"}\n{"event":"file-loaded"}\n' >&3
            printf '{"request_id":0,"error":"success","data":%s}\n' 98.5 -1 1e300 '"soon"' '[]' >&3
            kill -9 $$
            """#, "was killed by signal 9", 98_500
        )
    ])
    func `a bad player ends in words, and loses no position`(script: String, words: String, position: Int64)
        async throws
    {
        let podcast = try await Podcast.fetched(["/one": Answer(404)])
        try podcast.home.write(config: "player \(podcast.home.writeProgram("mpv", script))\n")
        let item = try await podcast.item("one")
        try podcast.storePosition(77_000, of: item)
        let run = try await podcast.home.run("play", item)
        #expect(run.status == 1 && run.errors == "lede: mpv \(words)\n")
        #expect(try podcast.stored(item).position == position && !podcast.stored(item).item.isHeard)
    }

    @Test(arguments: [
        (["play"], 2, "no item given: use “lede play ITEM”"),
        (["play", "--skip", "soon"], 2, "--skip must be a number of seconds, not “soon”"),
        (["play", "1", "--stop"], 2, "use ITEM or --stop, not both"), (["play", "--status"], 1, "nothing plays"),
        (["play", "1"], 1, "no item 1: “lede items” lists the items")
    ])
    func `an invalid command line is explained`(words: [String], status: Int32, message: String) async throws {
        let run = try await Home().run(words)
        #expect(run.status == status && run.errors.hasPrefix("lede: \(message)"))
    }
}
