import CLinux
package import Dispatch
import Glibc
package import System

/// mpv, which plays for this process, and ends with it.
///
/// They talk over a pair of sockets of which mpv inherits one. No socket has a name, since whoever can talk to mpv can have
/// it start programs. All of it happens on one serial queue.
package final class PlayerProcess: Sendable {
    package enum Event: Equatable, Sendable {
        /// What was loaded last plays.
        case began
        case changed(PlayerState)
        /// The last event: mpv has ended.
        case ended(End)
    }

    package enum End: Equatable, Sendable {
        /// Everything was played.
        case played
        /// Somebody stopped it.
        case stopped
        /// It can't be played, or mpv ended by itself.
        case failed(String)
    }

    private struct State {
        var socket: LineSocket?
        /// Nil once mpv has ended.
        var end: Watch?
        var playing: PlayerState?
        var loads = 0
        /// The number in mpv's list of what was loaded last.
        var entry: Int?
        /// Whether mpv hasn't answered the last load, so that it still speaks of what played before.
        var isLoading = false
        var hasBegun = false
        /// Whether mpv has nothing to play.
        var isIdle = false
        /// How the last file ended.
        var outcome: End?
        /// The first error that mpv reported: others follow from it.
        var complaint: String?
    }

    private let name: String
    let process: Int32
    private let queue: DispatchQueue
    private let tell: @Sendable (Event) -> Void
    /// Ticks each second while something moves.
    private let clock: Locked<any DispatchSourceTimer>
    private let state = Locked(State())

    /// Starts mpv with the user's own arguments and configuration. `tell` is called on the queue.
    package init(
        _ command: [String], environment: [String: String], on queue: DispatchQueue,
        tell: @escaping @Sendable (Event) -> Void
    ) throws(Launch.Failure) {
        var ends: [Int32] = [-1, -1]
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Launch.Failure()
        }
        defer { close(ends[1]) }
        do throws(Launch.Failure) {
            process = try Launch.start(
                command[0], command + Self.arguments, variables: environment.map { strdup("\($0)=\($1)") },
                descriptors: [(nothing, 0), (nothing, 1), (nothing, 2), (ends[1], Self.inherited)], inNewSession: true)
        } catch {
            close(ends[0])
            throw error
        }
        let end = pidfd_open(process, 0)
        guard end >= 0 else {
            let failure = Launch.Failure()
            kill(-process, SIGKILL)
            _ = Launch.reap(process)
            close(ends[0])
            throw failure
        }
        (name, self.queue, self.tell) = (command[0].baseName, queue, tell)
        clock = Locked(DispatchSource.makeTimerSource(queue: queue))
        let socket = LineSocket(ends[0], on: queue) { [weak self] in self?.receive($0) } end: { [weak self] in self?.quit() }
        // It keeps this alive until mpv has ended.
        let watch = Watch(end, on: queue) { close(end) } look: { self.handleEnd() }
        state.withLock { state in
            (state.socket, state.end) = (socket, watch)
        }
        clock.withLock { clock in
            clock.setEventHandler { [weak self] in self?.askPosition() }
            clock.schedule(deadline: .distantFuture)
            clock.activate()
        }
        send("request_log_messages", .string("error"))
        for property in Self.observed { send("observe_property", .number("1"), .string(property)) }
    }

    /// Whether a program, which may be a path, is one to speak with.
    package static func speaks(to program: String) -> Bool { program.baseName == "mpv" }

    /// mpv's number of its socket.
    private static let inherited: Int32 = 3

    /// All of the user's configuration stays but what would keep mpv from ending or beginning where it should, from leaving
    /// positions to lede, or from playing without a window. mpv waits between two files, so that another may follow. URLs
    /// come over the socket, as other users can read arguments. A list from the network leads to no file of this machine.
    private static let arguments = [
        "--input-ipc-client=fd://\(inherited)", "--no-terminal", "--idle=yes", "--keep-open=no", "--loop-file=no",
        "--loop-playlist=no", "--resume-playback=no", "--save-position-on-quit=no", "--load-unsafe-playlists=no",
        "--force-window=no"
    ]

    /// mpv reports changes of these by itself. It would report the position many times a second, so it is asked for that.
    private static let observed = ["pause", "speed", "duration", "chapter-list", "idle-active"]

    /// Plays something from a URL or the path of a file, in place of what plays, and from the state's position on.
    package func load(_ playing: PlayerState, from address: String, showsPicture: Bool) {
        let number = state.withLock { state in
            state.loads += 1
            let speed = state.playing?.speed ?? playing.speed
            state.playing = playing
            state.playing?.speed = speed
            (state.isLoading, state.hasBegun, state.outcome, state.complaint) = (true, false, nil, nil)
            return state.loads
        }
        set("start", playing.position > 0 ? .string("\(Double(playing.position) / 1000)") : .string("none"))
        set("force-media-title", .string(playing.title))
        set("vid", .string(showsPicture ? "auto" : "no"))
        set("pause", .bool(false))
        send("loadfile", .string(address), .string("replace"), request: number)
    }

    /// The state changes at once, as if mpv had answered already.
    package func perform(_ command: PlayerCommand) {
        let value = JSONValue.number("\(command.value)")
        let time = Int64(command.value * 1000)
        switch command.kind {
        case .pause: pause(true)
        case .resume: pause(false)
        case .togglePause: pause(state.withLock { $0.playing?.isPaused } != true)
        case .skip:
            send("seek", value, .string("relative"))
            change { $0.position = max(0, min($0.position + time, $0.duration ?? .max)) }
        case .seek:
            send("seek", value, .string("absolute"))
            change { $0.position = min(time, $0.duration ?? .max) }
        case .speed:
            set("speed", value)
            change { $0.speed = command.value }
        case .chapter: set("chapter", .number("\(Int(command.value))"))
        case .stop: quit(.stopped)
        // That needs a library.
        case .play: break
        }
    }

    private func pause(_ flag: Bool) {
        set("pause", .bool(flag))
        change { $0.isPaused = flag }
    }

    private func askPosition() {
        let isMoving = state.withLock { $0.hasBegun && $0.playing?.isPaused == false }
        send("get_property", .string("time-pos"), request: Self.position)
        clock.withLock { clock in
            let next = isMoving ? DispatchTime.now() + .seconds(1) : .distantFuture
            clock.schedule(deadline: next, leeway: .milliseconds(50))
        }
    }

    /// The number of requests for the position. Those of loads are above.
    private static let position = 0

    private func set(_ property: String, _ value: JSONValue) { send("set_property", .string(property), value, request: -1) }

    private func send(_ name: String, _ words: JSONValue..., request: Int = -1) {
        state.withLock { $0.socket }?.send(
            JSONValue(("command", .array([.string(name)] + words)), ("request_id", .number("\(request)"))))
    }

    private func change(_ body: (inout PlayerState) -> Void) {
        let changed: PlayerState? = state.withLock { state in
            guard var playing = state.playing else { return nil }
            body(&playing)
            defer { state.playing = playing }
            return playing == state.playing ? nil : playing
        }
        if let changed { tell(.changed(changed)) }
    }
}

// What mpv says.
extension PlayerProcess {
    private func receive(_ message: JSONValue) {
        switch message["event"]?.string {
        case nil: receiveAnswer(message)
        case "property-change": note(message["data"] ?? .null, of: message["name"]?.string)
        case "file-loaded" where state.withLock({ !$0.isLoading }):
            state.withLock { ($0.hasBegun, $0.complaint) = (true, nil) }
            tell(.began)
            askPosition()
        // After each seek.
        case "playback-restart": askPosition()
        case "end-file": noteEnd(message)
        case "log-message":
            let text = (message["text"]?.string ?? "").onOneLine.prefix(300)
            state.withLock { $0.complaint = $0.complaint ?? String(text).unlessEmpty }
        default: break
        }
    }

    private func receiveAnswer(_ answer: JSONValue) {
        let (loads, hasBegun) = state.withLock { ($0.loads, $0.hasBegun) }
        switch answer["request_id"]?.integer {
        case Self.position:
            if hasBegun, let position = Int64(milliseconds: answer["data"]) { change { $0.position = position } }
        case loads where answer["error"]?.string == "success":
            state.withLock { state in
                (state.isLoading, state.entry) = (false, answer["data"]?["playlist_entry_id"]?.integer)
            }
        case loads: quit(.failed("\(name) can't play it: \(answer["error"]?.string?.onOneLine ?? "")"))
        default: break
        }
    }

    private func note(_ value: JSONValue, of property: String?) {
        switch property {
        case "pause":
            if let flag = value.flag { change { $0.isPaused = flag } }
            askPosition()
        case "speed": if let speed = value.number, (0.01...100).contains(speed) { change { $0.speed = speed } }
        // At the end mpv knows no duration any more.
        case "duration": if let duration = Int64(milliseconds: value) { change { $0.duration = duration } }
        case "chapter-list": change { $0.chapters = PlayerChapter.list(value) }
        case "idle-active":
            state.withLock { $0.isIdle = value.flag == true }
            quitIfPlayed()
        default: break
        }
    }

    private func noteEnd(_ message: JSONValue) {
        state.withLock { state in
            if state.isLoading { return }
            if let number = message["playlist_entry_id"]?.integer, let entry = state.entry, number < entry { return }
            switch message["reason"]?.string {
            case "eof": state.outcome = .played
            // A page may lead to several files.
            case "redirect": break
            case "error":
                let reason = state.complaint ?? message["file_error"]?.string?.onOneLine ?? "unknown reason"
                state.outcome = .failed("\(name) can't play it: \(reason)")
            default: state.outcome = .stopped
            }
        }
        quitIfPlayed()
    }

    private func quitIfPlayed() {
        if let outcome = state.withLock({ $0.isIdle ? $0.outcome : nil }) { quit(outcome) }
    }

    /// Ends mpv, and kills one that doesn't listen.
    private func quit(_ outcome: End? = nil) {
        state.withLock { if let outcome { $0.outcome = outcome } }
        send("quit")
        queue.asyncAfter(deadline: .now() + .seconds(2)) {
            // Until it is reaped, no other process has its number.
            if self.state.withLock({ $0.end }) != nil { kill(-self.process, SIGKILL) }
        }
    }

    private func handleEnd() {
        let outcome = state.withLock { state in
            state.socket?.close()
            state.end?.stop()
            clock.withLock { $0.cancel() }
            (state.socket, state.end) = (nil, nil)
            return state.outcome
        }
        let problem = ForegroundProcess.End(status: Launch.reap(process)).problem(of: name)
        tell(.ended(outcome ?? problem.map { .failed($0) } ?? .stopped))
    }
}

extension String {
    fileprivate var baseName: String { split(separator: "/").last.map(String.init) ?? self }
}
