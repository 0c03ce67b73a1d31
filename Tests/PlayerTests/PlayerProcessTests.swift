import Dispatch
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import Player

/// A player that a test started, and what it told.
private struct Playback {
    let told = Record<PlayerProcess.Event>()
    let queue = DispatchQueue(label: "test")
    let player: PlayerProcess

    init(_ command: [String], patience: Int = .max) throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": "/dev/null"]
        player = try queue.sync { [told, queue] in
            try PlayerProcess(command, environment: environment, patience: patience, on: queue) { told.add($0) }
        }
    }

    func load(_ path: String, at position: Int64 = 0, speed: Double? = nil) {
        let state = PlayerState(item: 1, library: "/lede", title: "One", feed: "News", position: position)
        queue.sync { player.load(state, from: path, showsPicture: false, speed: speed) }
    }

    func perform(_ command: PlayerCommand) { queue.sync { player.perform(command) } }

    func wait(until isSo: (PlayerState) -> Bool) async {
        await told.wait { $0.contains { if case .changed(let state) = $0 { isSo(state) } else { false } } }
    }

    /// Waits for the last event.
    func end() async -> PlayerProcess.End? {
        await told.wait { if case .ended = $0.last { true } else { false } }
        if case .ended(let end) = told.entries.last { return end }
        return nil
    }

    var last: PlayerState? {
        told.entries.lazy.reversed().compactMap { if case .changed(let state) = $0 { state } else { nil } }.first
    }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: MPV.isThere, Comment(rawValue: MPV.isMissing))) struct `With mpv` {
    private let folder: Folder
    private let file: String

    init() throws {
        folder = try Folder()
        file = folder.path("one.wav")
        try Data(SilentRecording.wav(seconds: 300)).write(to: URL(filePath: file))
    }

    @Test func `a recording is played to its end`() async throws {
        try Data(SilentRecording.wav(seconds: 1)).write(to: URL(filePath: file))
        let playback = try Playback(MPV.command)
        playback.load(file)
        #expect(await playback.end() == .played)
        #expect(playback.told.entries.first { $0 == .began } != nil && playback.last?.duration == 1000)
    }

    @Test func `it begins where it should, and goes where it is told`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(file, at: 100_500)
        await playback.wait { $0.duration == 300_000 && $0.position > 101_000 && $0.position < 200_000 }
        playback.perform(.togglePause)
        playback.perform(.seek(200))
        await playback.wait { $0.isPaused && $0.position == 200_000 }
        playback.perform(.skip(-50))
        await playback.wait { $0.position == 150_000 }
        playback.perform(.speed(2))
        playback.perform(.togglePause)
        await playback.wait { $0.speed == 2 && !$0.isPaused && $0.position > 150_000 && $0.position < 200_000 }
        playback.perform(.stop)
        #expect(await playback.end() == .stopped)
    }

    @Test func `the position comes while it plays`() async throws {
        let playback = try Playback(MPV.command + ["--speed=8"])
        playback.load(file)
        await playback.wait { $0.position > 12_000 }
        #expect(playback.told.entries.count < 100)
        playback.perform(.stop)
        #expect(await playback.end() == .stopped)
    }

    @Test func `a speed is for one file, and others have that of the user's configuration`() async throws {
        let playback = try Playback(MPV.command + ["--speed=1.5"])
        playback.load(file, speed: 2)
        await playback.wait { $0.speed == 2 && $0.duration == 300_000 }
        for seconds in [60, 61] {
            let next = folder.path("\(seconds).wav")
            try Data(SilentRecording.wav(seconds: seconds)).write(to: URL(filePath: next))
            playback.load(next)
            await playback.wait { $0.duration == Int64(seconds * 1000) && $0.speed == 1.5 }
            playback.perform(.speed(3))
        }
        playback.perform(.stop)
        _ = await playback.end()
    }

    @Test func `another file takes its place, from its own beginning`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(file, at: 100_000)
        await playback.wait { $0.position >= 100_000 && $0.duration != nil }
        try Data(SilentRecording.wav(seconds: 1)).write(to: URL(filePath: folder.path("two.wav")))
        playback.load(folder.path("two.wav"))
        await playback.wait { $0.duration == 1000 && $0.position < 1000 }
        #expect(await playback.end() == .played)
        #expect(playback.told.entries.count { $0 == .began } == 2)
    }

    @Test func `a file that ends while another is asked for doesn't end that`() async throws {
        try Data(SilentRecording.wav(seconds: 1)).write(to: URL(filePath: folder.path("two.wav")))
        let playback = try Playback(MPV.command + ["--untimed"])
        for _ in 0..<20 { playback.load(folder.path("two.wav")) }
        playback.load(file)
        await playback.wait { $0.duration == 300_000 }
        playback.perform(.stop)
        #expect(await playback.end() == .stopped)
    }

    @Test func `a file's chapters have titles and times`() async throws {
        let chapters =
            ";FFMETADATA1\n"
            + [("Hello", 0), ("News; and \u{7} more", 60)].map {
                "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0.1)\nEND=\($0.1 + 60)\ntitle=\($0.0.replacing(";", with: "\\;"))\n"
            }.joined()
        let playback = try Playback(MPV.command + ["--chapters-file=\(try folder.write(chapters, to: "chapters"))"])
        playback.load(file)
        await playback.wait { $0.chapters.map(\.start) == [0, 60_000] && $0.position > 0 }
        // Others may know less of it.
        playback.queue.sync { playback.player.list([PlayerChapter(title: "Other", start: 0)]) }
        playback.perform(.seek(60))
        await playback.wait { $0.chapter == 1 && $0.position >= 60_000 }
        #expect(playback.last?.chapters.map(\.title) == ["Hello", "News; and more"])
        playback.perform(.stop)
        _ = await playback.end()
    }

    @Test func `a file without chapters has those that somebody else knows, until another plays`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(file)
        await playback.wait { $0.duration != nil && $0.chapters.isEmpty }
        playback.queue.sync { playback.player.list([PlayerChapter(title: "Hello", start: 0)]) }
        await playback.wait { $0.chapters.map(\.title) == ["Hello"] }
        try Data(SilentRecording.wav(seconds: 60)).write(to: URL(filePath: folder.path("two.wav")))
        playback.load(folder.path("two.wav"))
        await playback.wait { $0.duration == 60_000 && $0.chapters.isEmpty }
        playback.perform(.stop)
        _ = await playback.end()
    }

    @Test func `a file that is no recording fails with a reason`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(try folder.write("<html>Not found</html>", to: "three"))
        guard case .failed(let reason) = await playback.end() else { throw SomethingElse() }
        #expect(reason.hasPrefix("mpv can't play it: ") && reason.count > 25)
        #expect(!playback.told.entries.contains(.began))
    }

    @Test func `mpv's death is reported, and keeps the last position`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(file, at: 42_000)
        await playback.wait { $0.position >= 42_000 && $0.duration != nil }
        kill(playback.player.process, SIGKILL)
        #expect(await playback.end() == .failed("mpv was killed by signal 9"))
        #expect(try #require(playback.last).position >= 42_000)
    }

    @Test func `no other process can see what plays, or reach mpv`() async throws {
        let playback = try Playback(MPV.command)
        playback.load(file)
        await playback.wait { $0.duration != nil }
        let arguments = try String(contentsOfFile: "/proc/\(playback.player.process)/cmdline", encoding: .utf8)
        #expect(!arguments.contains("one.wav") && !arguments.contains("--input-ipc-server"))
        playback.perform(.stop)
        _ = await playback.end()
    }
}

/// Programs that mpv isn't, under its name.
@Suite(.timeLimit(.minutes(5))) struct `With a player that lies` {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Runs a script that has the connection as its input and output.
    private func play(_ script: String, patience: Int = .max) throws -> Playback {
        let playback = try Playback([home.writeProgram("mpv", "exec <&3 >&3\n" + script)], patience: patience)
        playback.load("/nowhere")
        return playback
    }

    /// What mpv says until a recording plays.
    private static let beginning = """
        while read -r line; do case $line in *loadfile*) break; esac; done
        echo '{"data":{"playlist_entry_id":1},"request_id":1,"error":"success"}'
        echo '{"event":"file-loaded"}'

        """

    @Test func `half lines, megabytes and wrong types change nothing`() async throws {
        let playback = try play(
            Self.beginning + #"""
                printf '{"event":"property-change","name":"duration",'; printf '"data":60}\n'
                head -c 2000000 /dev/zero | tr '\0' x; echo
                head -c 500000 /dev/zero | tr '\0' '['; echo; echo 7; echo '"text"'; echo
                printf '{"event":"log-message","text":"\377\376"}\n[[[[\n{"event":7}\n{"event":"end-file","reason":{}'
                printf ',"playlist_entry_id":0}\n{"event":"property-change","name":[],"data":1}\n'
                for data in '{}' '"soon"' null -5 1e300 '[[]]'; do
                    for name in duration speed pause chapter-list idle-active; do
                        echo '{"event":"property-change","name":"'$name'","data":'$data'}'; done
                    echo '{"request_id":0,"error":"success","data":'$data'}'; done
                echo '{"event":"property-change","name":"pause","data":true}'
                echo '{"request_id":0,"error":"success","data":12.5}'
                cat > /dev/null
                """#)
        await playback.wait { $0.position == 12_500 }
        let last = try #require(playback.last)
        #expect(last.duration == 60_000 && last.isPaused && last.chapters.isEmpty && last.speed > 0)
        kill(playback.player.process, SIGKILL)
        #expect(await playback.end() == .failed("mpv was killed by signal 9"))
    }

    @Test func `one that ends at once fails`() async throws {
        let end = try await play("exit 3").end()
        #expect(end == .failed("mpv failed with exit code 3"))
    }

    @Test func `one that closes the connection and hangs is killed`() async throws {
        let playback = try play("exec <&- >&- 3>&-; exec sleep 3600")
        #expect(await playback.end() == .failed("mpv was killed by signal 9"))
    }

    @Test func `one that doesn't listen is killed`() async throws {
        let playback = try play(Self.beginning + "trap '' TERM; exec sleep 3600")
        await playback.told.wait { $0.contains(.began) }
        playback.perform(.stop)
        #expect(await playback.end() == .stopped)
    }

    @Test func `one that hangs is killed, at its start and later`() async throws {
        for script in ["exec sleep 3600", Self.beginning + "exec sleep 3600"] {
            #expect(try await play(script, patience: 1).end() == .failed("mpv doesn't answer"))
        }
    }

    @Test func `one that refuses the file fails with its words`() async throws {
        let playback = try play(
            #"""
            while read -r line; do case $line in
                *loadfile*) echo '{"request_id":1,"error":"no  way"}';;
                *quit*) exit;;
            esac; done
            """#)
        #expect(await playback.end() == .failed("mpv can't play it: no way"))
    }

    @Test func `a program that isn't there can't be started`() {
        #expect(throws: Launch.Failure.self) { try Playback([home.path + "/mpv"]) }
    }
}

private struct SomethingElse: Error {}
