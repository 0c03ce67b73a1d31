import Configuration
import Dispatch
import Extraction
import Glibc
import Library
import Player
import Refresh
import Subscriptions
import System

/// One run of “lede play”: a player, the library that remembers positions, and those who look on.
final class EpisodePlay: Sendable {
    private struct State {
        var recording: Recording
        var shown: PlayerState
        /// Whether the recording plays, so that its position is worth keeping.
        var hasBegun = false
        /// Whether the output says that something plays.
        var isAnnounced = false
        var stored = ContinuousClock.now
        var player: PlayerProcess?
        var server: ControlServer?
        var failure: CommandFailure?
    }

    private let arguments: Arguments
    private let paths: Paths
    private let config: Config
    private let library: Library
    private let settings: RefreshSettings
    private let queue = DispatchQueue(label: "lede.play")
    private let end = DispatchSemaphore(value: 0)
    private let state: Locked<State>
    /// Whether mpv has the terminal, for its keys and its line.
    private let isOnTerminal: Bool

    /// Finds what to play of an item.
    init(of item: ItemID, _ arguments: Arguments) throws {
        self.arguments = arguments
        paths = try arguments.paths()
        config = Config.read(paths)
        let subscriptions = try Subscriptions(arguments)
        library = subscriptions.library
        settings = RefreshSettings(config, subscriptions.list, paths)
        let recording = try Recording(of: item, in: library, config, paths)
        state = Locked(State(recording: recording, shown: recording.state))
        let input = arguments.surroundings.input.descriptor
        isOnTerminal =
            Dialogue(input: input, output: arguments.output).isPossible && tcgetpgrp(input) == getpgrp()
    }

    /// Plays it to its end, unless a player runs already, which then plays it instead.
    func run() throws -> Int32 {
        let command = config.command(.player)
        guard let program = command.first, program.isInstalled(arguments.environment) else {
            throw CommandFailure.failed(
                command == ["mpv"]
                    ? "mpv isn't installed: install the package mpv, or set “player” in the config file"
                    : "can't find “\(command.first ?? "")”: check “player” in the config file")
        }
        guard PlayerProcess.speaks(to: program) else { return try run(command) }
        var modes = termios()
        tcgetattr(arguments.surroundings.input.descriptor, &modes)
        // On the queue, so that nothing happens before everything is ready.
        guard try queue.sync(execute: { try start(command) }) else { return 0 }
        let signals = StopSignals(by: arguments.surroundings.stopSignals) {
            self.queue.async { _ = self.perform(.stop) }
        }
        // Whoever started this in the background doesn't wait for a slow server.
        queue.asyncAfter(deadline: .now() + 5) { [weak self] in self?.announce() }
        end.wait()
        if isOnTerminal {
            // mpv leaves its line, and if it was killed, the terminal without echo.
            arguments.output.progress("")
            tcsetattr(arguments.surroundings.input.descriptor, TCSADRAIN, &modes)
        }
        library.settle()
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return signals.exitCode ?? 0
    }

    /// Returns false if the process that plays something already plays this instead.
    private func start(_ command: [String], after tries: Int = 0) throws -> Bool {
        let recording = state.withLock { $0.recording }
        let server: ControlServer
        do throws(ControlSocket.Failure) {
            server = try ControlServer(in: paths.playerDirectory, showing: recording.state, on: queue) { [weak self] in
                self?.perform($0)
            }
        } catch .unusable(let reason) {
            throw CommandFailure.failed(reason)
        } catch {
            guard let other = try arguments.tellPlayer([]) else {
                // It has just ended, and leaves its place, unless it is no player.
                guard tries < 100 else {
                    throw CommandFailure.failed("\(paths.playerDirectory): the player there doesn't answer")
                }
                return try start(command, after: tries + 1)
            }
            guard other.library == recording.state.library else {
                throw CommandFailure.failed("another library's item plays: use “lede play --stop” first")
            }
            _ = try arguments.tellPlayer([.play(recording.state.item)])
            arguments.output.columns("playing \(recording.state.title)")
            return false
        }
        do throws(Launch.Failure) {
            let player = try PlayerProcess(
                command, environment: arguments.environment, onTerminal: isOnTerminal, on: queue
            ) { [weak self] in
                self?.receive($0)
            }
            state.withLock { ($0.player, $0.server) = (player, server) }
            load(recording)
            return true
        } catch {
            server.stop()
            throw CommandFailure.failed("can't start \(command[0]): \(error.reason)")
        }
    }

    /// Has mpv play a recording, with its picture if there is a screen for that.
    private func load(_ recording: Recording) {
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !arguments.environment[$0, default: ""].isEmpty }
        state.withLock { $0.player }?.load(
            recording.state, from: recording.address, showsPicture: recording.isVideo && hasScreen,
            speed: recording.speed)
    }
}

// What happens while it plays, on the queue.
extension EpisodePlay {
    private func receive(_ event: PlayerProcess.Event) {
        switch event {
        case .began:
            state.withLock { $0.hasBegun = true }
            announce()
            fetchChapters()
        case .changed(let shown):
            let (isDue, server) = state.withLock { state in
                let hasPaused = shown.isPaused && !state.shown.isPaused
                state.shown = shown
                return (hasPaused || .now - state.stored >= arguments.surroundings.positionInterval, state.server)
            }
            if isDue { storePosition() }
            server?.show(shown)
        case .ended(let outcome):
            let failure = leave(outcome)
            let server = state.withLock { state in
                (state.failure, state.isAnnounced) = (failure, true)
                return state.server
            }
            server?.stop(because: failure?.message)
            end.signal()
        }
    }

    /// Says what plays; without a terminal only once, as later nobody may be there to read it.
    private func announce() {
        let title: String? = state.withLock { state in
            defer { state.isAnnounced = true }
            return state.isAnnounced ? nil : state.shown.title
        }
        guard let title else { return }
        // In place of mpv's line, which comes again.
        arguments.output.progress("")
        arguments.output.columns("playing \(title)")
    }

    /// Fetches the chapters that the feed names by URL. Only now, since that tells their server who listens.
    private func fetchChapters() {
        let recording = state.withLock { $0.recording }
        guard let url = recording.chaptersURL else { return }
        PageDownload().start(url, namedBy: recording.episode.feedURL, settings) { [weak self] result in
            guard let self, let page = try? result.get() else { return }
            let chapters = recording.chapters(inFetched: page.bytes)
            queue.async {
                let (current, player) = self.state.withLock { ($0.recording.item, $0.player) }
                if current == recording.item { player?.list(chapters) }
            }
        }
    }

    /// Does what a key or another process wants; returns why not.
    private func perform(_ command: PlayerCommand) -> String? {
        let (player, server, item) = state.withLock { ($0.player, $0.server, $0.recording.item) }
        if case .speed(let speed) = command { library.storeSpeed(speed, ofFeedOf: item) }
        guard case .play(let number) = command, number != item.rawValue else {
            player?.perform(command)
            return nil
        }
        do {
            let next = try Recording(of: ItemID(number), in: library, config, paths)
            _ = leave(.stopped)
            state.withLock { state in
                (state.recording, state.shown, state.hasBegun, state.stored) = (next, next.state, false, .now)
                state.isAnnounced = !isOnTerminal
            }
            load(next)
            server?.show(next.state)
            return nil
        } catch {
            return (error as? CommandFailure)?.message ?? "\(error)"
        }
    }

    private func storePosition() {
        let (item, shown, hasBegun) = state.withLock { state in
            state.stored = .now
            return (state.recording.item, state.shown, state.hasBegun)
        }
        if hasBegun { library.storePosition(shown.position, duration: shown.duration, of: item) }
    }

    /// Keeps what is known of a recording that doesn't play any more; returns what went wrong.
    private func leave(_ outcome: PlayerProcess.End) -> CommandFailure? {
        let (recording, shown, hasBegun) = state.withLock { ($0.recording, $0.shown, $0.hasBegun) }
        // A broken connection looks like the end of the file.
        var end = shown
        // The last position is up to a second old, and more on a busy machine.
        end.position += Int64(2000 * shown.speed)
        let isBroken = outcome == .played && !recording.isFile && shown.duration != nil && !end.isNearEnd
        if hasBegun, shown.isNearEnd || outcome == .played && !isBroken {
            library.finishEpisode(recording.item, duration: shown.duration)
        } else {
            storePosition()
        }
        switch outcome {
        case .played where isBroken:
            return .failed("the connection broke at \(shown.progress): “lede play \(shown.item)” goes on from there")
        case .failed(let reason) where recording.isPage && !"yt-dlp".isInstalled(arguments.environment):
            return .failed("\(reason): install the package yt-dlp, with which mpv plays web pages")
        case .failed(let reason): return .failed(reason)
        case .played, .stopped: return nil
        }
    }
}

// Another player than mpv.
extension EpisodePlay {
    /// Runs a program that says nothing of positions, and asks the user what was heard.
    private func run(_ command: [String]) throws -> Int32 {
        let recording = state.withLock { $0.recording }
        if !isOnTerminal { arguments.output.columns("playing \(recording.state.title)") }
        let end = ForegroundProcess.runAndWait(
            command + [recording.address], arguments.environment, silently: !isOnTerminal)
        if let problem = end.problem(of: command[0]) { throw CommandFailure.failed(problem) }
        let dialogue = Dialogue(input: arguments.surroundings.input.descriptor, output: arguments.output)
        if isOnTerminal, try dialogue.agrees("Did you hear it to the end?") { library.finishEpisode(recording.item) }
        library.settle()
        return 0
    }
}

extension String {
    /// Whether a program of this name is found along `PATH`, or is there if this is a path.
    fileprivate func isInstalled(_ environment: [String: String]) -> Bool {
        if contains("/") { return access(self, X_OK) == 0 }
        let folders = environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        return folders.contains { access("\($0)/\(self)", X_OK) == 0 }
    }
}
