import Configuration
import Dispatch
import FoundationEssentials
package import Library
package import Player
package import Signals
import System
import URLs

/// Queues and plays episodes. What plays is a process of its own, which outlives the reader, and which any reader finds.
@MainActor package final class Listening: ReaderPart {
    unowned let reader: ReaderModel
    /// What plays, or is paused; nil if nothing does.
    @Published package private(set) var playing: PlayerState?
    /// The program that plays: lede itself.
    package var program = "/proc/self/exe"

    private let queue = DispatchQueue(label: "lede.listening")
    private let programs = Programs(atOnce: 1)
    private var client: ControlClient?
    private var watch: FolderWatch?

    init(_ reader: ReaderModel) { self.reader = reader }

    /// Finds what plays already, and hears when something begins to.
    func follow() {
        let folder = session.paths.playerDirectory
        do {
            try PrivateFiles.makeDirectory(folder)
            watch = try FolderWatch([(folder, "play.sock")], calm: .milliseconds(20)) { [weak self] in
                MainQueue.async { self?.connect() }
            }
        } catch {
            // Whoever plays something hears of it then.
            return
        }
        connect()
    }

    private func connect() {
        guard client == nil else { return }
        client = ControlClient(in: session.paths.playerDirectory, on: queue) { [weak self] event in
            MainQueue.async { self?.receive(event) }
        }
    }

    private func receive(_ event: ControlClient.Event) {
        switch event {
        case .state(let state): playing = state
        case .answer(let problem?): session.status = .problem("Can't do that: \(problem)")
        case .answer: break
        case .ended:
            (client, playing) = (nil, nil)
            // Another player may have taken its place.
            connect()
        }
    }

    /// The item that plays, if it is of this library.
    package var item: ItemID? {
        playing.flatMap { $0.library == session.paths.dataDirectory ? ItemID($0.item) : nil }
    }
}

// What the user does.
extension Listening {
    /// Queues the item or the selection; an item that is queued already is played.
    func enqueue() {
        if reader.here.selection != nil { return reader.actions.marking.markSelected(.queued) }
        guard let episode else { return }
        if episode.item.isQueued { return play(episode) }
        reader.items.mark(episode.item, .queued)
        session.status = .done("Queued (\(session.key(.enqueue)) to play, \(session.key(.showEpisodes)) for the queue)")
    }

    func play() { if let episode { play(episode) } }

    /// Plays an episode from where it stopped. If it plays already, a paused one goes on.
    func play(_ episode: Episode) {
        if item == episode.id {
            if playing?.isPaused == true { client?.send(PlayerCommand(.resume)) }
            return
        }
        let title = episode.item.displayTitle
        session.status = .done("Starting to play “\(title)”…")
        let program = Program([
            program, "play", "--background", "--config-dir=\(session.paths.configDirectory)",
            "--data-dir=\(session.paths.dataDirectory)", "\(episode.id.rawValue)"
        ])
        let said = session.status
        programs.run(program) { [weak self] result in
            MainQueue.async {
                guard let self else { return }
                switch result {
                case .success: if self.session.status == said { self.session.status = .done("Playing “\(title)”") }
                case .failure(let failure): self.session.status = .problem("Can't play: \(failure.withAdvice)")
                }
                // Without a watch, this is when it becomes known.
                self.connect()
            }
        }
    }

    /// Pauses what plays, or lets it go on. If nothing plays, plays the item here.
    func togglePause() {
        if playing != nil { client?.send(PlayerCommand(.togglePause)) } else { play() }
    }

    func skip(by seconds: Int) {
        send(PlayerCommand(.skip, Double(seconds)), or: "Nothing plays to skip \(seconds < 0 ? "back" : "forward") in")
    }

    func stop() { send(PlayerCommand(.stop), or: "Nothing plays") }

    func chooseChapter() {
        guard let playing else { return session.status = .refused("Nothing plays that has chapters") }
        guard !playing.chapters.isEmpty else { return session.status = .refused("“\(playing.title)” has no chapters") }
        let options = playing.chapters.enumerated().map { index, chapter in
            Choice.Option(
                chapter.title.isEmpty ? "Chapter \(index + 1)" : chapter.title,
                detail: "\(PlayingTime(milliseconds: chapter.start))", value: "\(index)")
        }
        session.choose(Choice(title: "Go to chapter:", options, on: playing.chapter.map { "\($0)" })) { [weak self] option in
            if let index = Double(option.value) { self?.send(PlayerCommand(.chapter, index), or: "Nothing plays any more") }
        }
    }

    func chooseSpeed() {
        guard let playing else { return session.status = .refused("Nothing plays whose speed could change") }
        let speeds: [String] = ["0.75", "1.0", "1.25", "1.5", "1.75", "2.0", "2.5", "3.0"]
        let options = speeds.map { Choice.Option("\($0)×", value: $0) }
        session.choose(Choice(title: "Speed:", options, on: "\(playing.speed)")) { [weak self] option in
            if let speed = Double(option.value) { self?.send(PlayerCommand(.speed, speed), or: "Nothing plays any more") }
        }
    }

    private func send(_ command: PlayerCommand, or refusal: String) {
        if let client { client.send(command) } else { session.status = .refused(refusal) }
    }

    /// The episode of the current item; nil if it has nothing to play, which the status line then says.
    private var episode: Episode? {
        guard let item = reader.here.item else {
            session.status = .refused("No item here")
            return nil
        }
        guard let episode = session.news.reporting(try session.library.episode(of: item.id)) ?? nil else { return nil }
        if episode.url != nil || episode.item.link.map(Self.isPlayed) == true { return episode }
        session.status = .refused("This item has no audio or video file")
        return nil
    }

    /// Whether a site's own tool, which mpv calls, plays a page.
    private static func isPlayed(_ page: String) -> Bool {
        guard let host = WebURL(page)?.host else { return false }
        return ["youtube.com", "youtu.be", "vimeo.com", "soundcloud.com", "twitch.tv"].contains {
            host == $0 || host.hasSuffix(".\($0)")
        }
    }
}
