import Configuration
import Dispatch
import Glibc
import Library
import Player
import Subscriptions
import System
import Terminal

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
    private let queue = DispatchQueue(label: "lede.play")
    private let end = DispatchSemaphore(value: 0)
    private let state: Locked<State>
    /// Whether the user sees what plays here, and types.
    private let isOnTerminal: Bool

    /// Finds what to play of an item.
    init(of item: ItemID, _ arguments: Arguments) throws {
        self.arguments = arguments
        paths = try arguments.paths()
        config = Config.read(paths)
        library = try Subscriptions(arguments).library
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
        // On the queue, so that nothing happens before everything is ready.
        guard try queue.sync(execute: { try start(command) }) else { return 0 }
        let keys = isOnTerminal ? PlayingKeys(arguments.surroundings.input, on: queue) { self.type($0) } : nil
        let signals = StopSignals(by: arguments.surroundings.stopSignals) {
            self.queue.async { self.perform(PlayerCommand(.stop)) }
        }
        end.wait()
        keys?.stop()
        library.settle()
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return signals.exitCode ?? 0
    }

    /// Returns false if the process that plays something already plays this instead.
    private func start(_ command: [String]) throws -> Bool {
        let recording = state.withLock { $0.recording }
        let server: ControlServer
        do throws(ControlSocket.Failure) {
            server = try ControlServer(in: paths.playerDirectory, showing: recording.state, on: queue) { [weak self] in
                self?.perform($0)
            }
        } catch .unusable(let reason) {
            throw CommandFailure.failed(reason)
        } catch {
            guard let other = try arguments.tellPlayer([]) else { return try start(command) }
            guard other.library == recording.state.library else {
                throw CommandFailure.failed("another library's item plays: use “lede play --stop” first")
            }
            _ = try arguments.tellPlayer([PlayerCommand(.play, Double(recording.state.item))])
            arguments.output.columns("playing \(recording.state.title)")
            return false
        }
        do throws(Launch.Failure) {
            let player = try PlayerProcess(command, environment: arguments.environment, on: queue) { [weak self] in
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
            recording.state, from: recording.address, showsPicture: recording.isVideo && hasScreen)
    }
}

// What happens while it plays, on the queue.
extension EpisodePlay {
    private func receive(_ event: PlayerProcess.Event) {
        switch event {
        case .began:
            let (isFirst, title) = state.withLock { state in
                defer { (state.hasBegun, state.isAnnounced) = (true, true) }
                return (!state.isAnnounced, state.shown.title)
            }
            // Later, nobody may be there to read it.
            if isFirst, !isOnTerminal { arguments.output.columns("playing \(title)") }
        case .changed(let shown):
            let (isDue, server) = state.withLock { state in
                let hasPaused = shown.isPaused && !state.shown.isPaused
                state.shown = shown
                return (hasPaused || .now - state.stored >= arguments.surroundings.positionInterval, state.server)
            }
            if isDue { storePosition() }
            server?.show(shown)
            if isOnTerminal { arguments.output.progress(shown.words(width: 79)) }
        case .ended(let outcome):
            let failure = leave(outcome)
            let server = state.withLock { state in
                state.failure = failure
                return state.server
            }
            server?.stop()
            if isOnTerminal { arguments.output.endProgress() }
            end.signal()
        }
    }

    /// Does what a key or another process wants; returns why not.
    @discardableResult
    private func perform(_ command: PlayerCommand) -> String? {
        let (player, server, item) = state.withLock { ($0.player, $0.server, $0.recording.item) }
        guard command.kind == .play, Int64(command.value) != item.rawValue else {
            player?.perform(command.kind == .play ? PlayerCommand(.resume) : command)
            return nil
        }
        do {
            let next = try Recording(of: ItemID(Int64(command.value)), in: library, config, paths)
            _ = leave(.stopped)
            state.withLock { state in
                (state.recording, state.shown, state.hasBegun, state.stored) = (next, next.state, false, .now)
            }
            load(next)
            server?.show(next.state)
            return nil
        } catch {
            return (error as? CommandFailure)?.message ?? "\(error)"
        }
    }

    /// What keys mean whose bytes come at once: the space bar, the arrows and q.
    private func type(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let first = rest.popFirst() {
            switch (first, rest.first) {
            case (UInt8(ascii: " "), _): perform(PlayerCommand(.togglePause))
            case (UInt8(ascii: "q"), _): perform(PlayerCommand(.stop))
            case (0x1B, UInt8(ascii: "[")), (0x1B, UInt8(ascii: "O")):
                switch rest.dropFirst().first {
                case UInt8(ascii: "A"): perform(PlayerCommand(.skip, 60))
                case UInt8(ascii: "B"): perform(PlayerCommand(.skip, -60))
                case UInt8(ascii: "C"): perform(PlayerCommand(.skip, 30))
                case UInt8(ascii: "D"): perform(PlayerCommand(.skip, -10))
                default: break
                }
                rest = rest.dropFirst(2)
            default: break
            }
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
        let isBroken = outcome == .played && !recording.isFile && shown.duration != nil && !shown.isNearEnd
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
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        if !isOnTerminal { arguments.output.columns("playing \(recording.state.title)") }
        let end: ForegroundProcess.End
        do throws(Launch.Failure) {
            let process = try Launch.start(
                command[0], command + [recording.address], variables: arguments.environment.map { strdup("\($0)=\($1)") },
                descriptors: isOnTerminal ? [] : (0...2).map { (ours: nothing, theirs: $0) })
            end = ForegroundProcess.End(status: Launch.reap(process))
        } catch { end = .notStarted(error.reason) }
        if let problem = end.problem(of: command[0]) { throw CommandFailure.failed(problem) }
        let dialogue = Dialogue(input: arguments.surroundings.input.descriptor, output: arguments.output)
        if isOnTerminal, try dialogue.agrees("Did you hear it to the end?") { library.finishEpisode(recording.item) }
        library.settle()
        return 0
    }
}

/// The keys of a terminal, each as soon as it is pressed.
private final class PlayingKeys: Sendable {
    private let terminal: Int32
    private let before: termios
    private let watch = Locked<Watch?>(nil)

    init(_ input: Input, on queue: DispatchQueue, type: @escaping @Sendable (ArraySlice<UInt8>) -> Void) {
        terminal = input.descriptor
        var modes = termios()
        tcgetattr(terminal, &modes)
        before = modes
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
        // Stopped by Ctrl-Z, this would leave the terminal so, and mpv would go on.
        withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = 0 }
        tcsetattr(terminal, TCSADRAIN, &modes)
        let watch = Watch(terminal, on: queue, close: {}) { [weak self, terminal] in
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &bytes, bytes.count)
            if count <= 0 { self?.stop() }
            type(bytes[..<max(0, count)])
        }
        self.watch.withLock { $0 = watch }
    }

    /// Gives the terminal back.
    func stop() {
        watch.withLock { $0 }?.stop()
        var before = before
        tcsetattr(terminal, TCSADRAIN, &before)
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
