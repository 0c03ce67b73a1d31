import Configuration
import Dispatch
import FoundationEssentials
package import Library
package import Player
package import Signals
import System
import Typesetting
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
            watch = try FolderWatch([(folder, "play.sock")], calm: .milliseconds(20)) { [weak reader] in
                // The reader, too, may be about to end.
                MainQueue.async { reader?.actions.listening.connect() }
            }
        } catch {
            // Whoever plays something hears of it then.
            return
        }
        connect()
    }

    private func connect() {
        guard client == nil else { return }
        client = ControlClient(in: session.paths.playerDirectory, on: queue) { [weak reader] event in
            MainQueue.async { reader?.actions.listening.receive(event) }
        }
    }

    private func receive(_ event: ControlClient.Event) {
        switch event {
        case .state(let state):
            playing = state
            guard let item, reader.article.open?.item.id == item else { return }
            reader.article.text.followRecording(
                to: PlayingTime(milliseconds: state.position), isTranscript: reader.article.isPageShown)
        case .answer(let problem?): session.status = .problem("Can't play: \(problem)")
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
    /// Queues the item or the selection, with the file at the cursor of a list of links; plays what is queued already.
    func enqueue() {
        if reader.here.selection != nil { return reader.actions.marking.markSelected(.queued) }
        guard let episode, let address = address(of: episode) else { return }
        let isOther = address != episode.address && episode.download.file == nil
        if episode.item.isQueued, !isOther { return play(episode) }
        reader.items.mark(episode.item, .queued)
        if isOther { session.library.choose(address, of: episode.id) }
        session.status = .done("Queued (\(session.key(.enqueue)) to play, \(session.key(.showEpisodes)) for the queue)")
    }

    func play() { if let episode { play(episode) } }

    /// Plays an episode from where it stopped, or from a time on. If it plays already, a paused one goes on.
    func play(_ episode: Episode, from time: PlayingTime? = nil) {
        let seek = time.map { PlayerCommand.seek(Double($0.milliseconds) / 1000) }
        if item == episode.id {
            if let seek { client?.send(seek) }
            if playing?.isPaused == true { client?.send(.play(episode.id.rawValue)) }
            return
        }
        let title = episode.item.displayTitle
        session.status = .done("Starting to play “\(title)”…")
        let program = Program([
            program, "play", "--background", "--config-dir=\(session.paths.configDirectory)",
            "--data-dir=\(session.paths.dataDirectory)", "\(episode.id.rawValue)"
        ])
        let said = session.status
        programs.run(program) { [weak reader] result in
            MainQueue.async {
                guard let reader else { return }
                switch result {
                case .success: if reader.session.status == said { reader.session.status = .done("Playing “\(title)”") }
                case .failure(let failure): reader.session.status = .problem("Can't play: \(failure.withAdvice)")
                }
                let listening = reader.actions.listening
                // Without a watch, this is when it becomes known.
                listening.connect()
                if let seek { listening.client?.send(seek) }
            }
        }
    }

    /// Plays the item here from the time on to which a link in its text leads; returns false for any other link.
    func play(fromLink link: String) -> Bool {
        guard let time = PlayingTime(ofLink: link), let item = reader.here.item,
            let episode = session.news.reporting(try session.library.episode(of: item.id)) ?? nil,
            let file = episode.url, file.prefix(while: { $0 != "#" }) == link.prefix(while: { $0 != "#" })
        else { return false }
        play(episode, from: time)
        return true
    }

    /// Pauses what plays, or lets it go on. If nothing plays, plays the item here.
    func togglePause() {
        if playing != nil { client?.send(.togglePause) } else { play() }
    }

    func skip(by seconds: Int) {
        send(.skip(Double(seconds)), or: "Nothing plays to skip \(seconds < 0 ? "back" : "forward") in")
    }

    func stop() { send(.stop, or: "Nothing plays") }

    func chooseChapter() {
        guard let playing else { return session.status = .refused("Nothing plays that has chapters") }
        guard !playing.chapters.isEmpty else { return session.status = .refused("“\(playing.title)” has no chapters") }
        let options = playing.chapters.enumerated().filter { $1.start < playing.duration ?? .max }.map {
            index, chapter in
            Choice.Option(
                chapter.title.isEmpty ? "Chapter \(index + 1)" : chapter.title,
                detail: "\(PlayingTime(milliseconds: chapter.start))", value: "\(index)")
        }
        session.choose(Choice(title: "Go to chapter:", options, on: playing.chapter.map { "\($0)" })) {
            [weak self] option in
            guard let index = Int(option.value) else { return }
            let start = Double(playing.chapters[index].start) / 1000
            self?.send(.seek(start), or: "Nothing plays any more")
        }
    }

    func chooseSpeed() {
        guard let playing else { return session.status = .refused("Nothing plays whose speed could change") }
        let speeds: [String] = ["0.75", "1.0", "1.25", "1.5", "1.75", "2.0", "2.5", "3.0"]
        let options = speeds.map { Choice.Option("\($0)×", value: $0) }
        session.choose(Choice(title: "Speed:", options, on: "\(playing.speed)")) { [weak self] option in
            if let speed = Double(option.value) { self?.send(.speed(speed), or: "Nothing plays any more") }
        }
    }

    private func send(_ command: PlayerCommand, or refusal: String) {
        if let client { client.send(command) } else { session.status = .refused(refusal) }
    }

    /// The episode of the current item; nil if it has nothing to play, which the status line then says.
    var episode: Episode? {
        guard let item = reader.here.item else {
            session.status = .refused("No item here")
            return nil
        }
        guard let episode = session.news.reporting(try session.library.episode(of: item.id)) ?? nil else { return nil }
        if episode.url != nil || episode.item.link.map(isPlayed) == true { return episode }
        session.status = .refused("This item has no audio or video file")
        return nil
    }

    /// Whether a site's own tool, which mpv calls, plays a page.
    private func isPlayed(_ page: String) -> Bool {
        let hosts = session.config.text(.downloader)
        return !hosts.isEmpty && WebURL(page)?.host.map(HostList(hosts).allows) == true
    }

    /// What is to be played: in a list of links, the file to which the link at the cursor leads, or to a time in it.
    private func address(of episode: Episode) -> String? {
        guard let link = reader.here.link else { return episode.address }
        func file(_ url: String) -> Substring { CleanText.line(url).prefix { $0 != "#" } }
        let files = reader.here.article?.enclosures.filter(\.isPlayable).map(\.url) ?? []
        let chosen = ([episode.address].compactMap(\.self) + files).first { file($0) == file(link.address) }
        if chosen == nil { session.status = .refused("This link isn't an audio or video file of the item") }
        return chosen
    }
}
