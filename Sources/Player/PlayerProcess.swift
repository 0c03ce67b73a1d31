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
        /// The chapters in the file, and those that others know of it.
        var (own, listed): ([PlayerChapter], [PlayerChapter]) = ([], [])
        var loads = 0
        /// The number in mpv's list of what was loaded last.
        var entry: Int?
        /// Whether mpv hasn't answered the last load, so that it still speaks of what played before.
        var isLoading = false
        var hasBegun = false
        /// The second to go to once it has begun.
        var goal: Double?
        /// Whether mpv has nothing to play.
        var isIdle = false
        /// How the last file ended.
        var outcome: End?
        /// The first error that mpv reported: others follow from it.
        var complaint: String?
        /// How many questions about the position mpv hasn't answered.
        var unanswered = 0
        /// How many answers far from where mpv was sent may come from before.
        var oldAnswers = 0
    }

    private let name: String
    private let patience: Int
    let process: Int32
    private let queue: DispatchQueue
    private let tell: @Sendable (Event) -> Void
    /// Ticks each second while something moves.
    private let clock: Locked<any DispatchSourceTimer>
    private let state = Locked(State())

    /// Starts mpv with the user's own arguments and configuration. This and `tell` are called on the queue. On a terminal, mpv reads
    /// its keys, and shows where it is.
    ///
    /// It is killed when it hangs, and answers nothing for `patience` seconds.
    package init(
        _ command: [String], environment: [String: String], onTerminal: Bool = false, patience: Int = 30,
        on queue: DispatchQueue,
        tell: @escaping @Sendable (Event) -> Void
    ) throws(Launch.Failure) {
        let descriptor, end: Int32
        (process, descriptor) = try Launch.start(
            command + Self.arguments + [onTerminal ? "--terminal=yes" : "--terminal=no"],
            variables: environment.map { strdup("\($0)=\($1)") }, socketAt: Self.inherited, inNewSession: !onTerminal)
        do throws(Launch.Failure) { end = try Launch.watchEnd(of: process) } catch {
            close(descriptor)
            throw error
        }
        (name, self.patience, self.queue, self.tell) = (command[0].baseName, patience, queue, tell)
        clock = Locked(DispatchSource.makeTimerSource(queue: queue))
        let socket = LineSocket(descriptor, on: queue) { [weak self] in
            self?.receive($0)
        } end: { [weak self] in
            self?.quit()
        }
        // It keeps this alive until mpv has ended.
        let watch = Watch(end, on: queue) { self.handleEnd() }
        state.withLock { ($0.socket, $0.end) = (socket, watch) }
        clock.withLock { clock in
            clock.setEventHandler { [weak self] in self?.askPosition() }
            clock.schedule(deadline: .distantFuture)
            clock.activate()
        }
        send("request_log_messages", "error")
        for property in Self.observed { send(command: #"["observe_property",1,"\#(property)"]"#) }
    }

    /// Whether a program, which may be a path, is one to speak with.
    package static func speaks(to program: String) -> Bool { program.baseName == "mpv" }

    /// mpv's number of its socket.
    private static let inherited: Int32 = 3

    /// All of the user's configuration stays but what would keep mpv from ending or beginning where it should, from leaving
    /// positions to lede, or from playing without a window. mpv waits between two files, so that another may follow. URLs
    /// come over the socket, as other users can read arguments. A list from the network leads to no file of this machine. What
    /// recordings say of themselves might control the terminal.
    private static let arguments = [
        "--input-ipc-client=fd://\(inherited)", "--idle=yes", "--keep-open=no", "--loop-file=no",
        "--loop-playlist=no", "--resume-playback=no", "--save-position-on-quit=no", "--load-unsafe-playlists=no",
        "--force-window=no", "--reset-on-next-file-append=speed", "--msg-level=all=no,statusline=status"
    ]

    /// mpv reports changes of these by itself. It would report the position many times a second, so it is asked for that.
    private static let observed = ["pause", "speed", "duration", "chapter-list", "idle-active"]

    /// Plays something from a URL or the path of a file, in place of what plays, and from the state's position on. Without a
    /// speed, the user's configuration of mpv says it.
    package func load(_ playing: PlayerState, from address: String, showsPicture: Bool, speed: Double? = nil) {
        let number = state.withLock { state in
            state.loads += 1
            // mpv reports a speed only when it changes.
            let last = state.playing?.speed ?? 1
            state.playing = playing
            state.playing?.speed = last
            (state.own, state.listed) = ([], playing.chapters)
            (state.isLoading, state.hasBegun, state.outcome, state.complaint) = (true, false, nil, nil)
            state.goal = nil
            return state.loads
        }
        // They hold for this file only.
        var options = ["start": "none", "pause": "no", "vid": showsPicture ? "auto" : "no"]
        if playing.position > 0 {
            options["start"] = "\(Double(playing.position) / 1000)"
            // If the server knows no ranges, mpv reads up to there.
            options["force-seekable"] = "yes"
        }
        options["force-media-title"] = playing.title
        options["speed"] = speed.map { "\($0)" }
        let members = options.map { "\"\($0)\":\($1.quotedForJSON)" }.joined(separator: ",")
        let command = #"{"name":"loadfile","url":\#(address.quotedForJSON),"options":{\#(members)}}"#
        send(command: command, request: number)
        askPosition()
    }

    /// Shows the chapters that somebody knows of what plays, unless it has its own.
    package func list(_ chapters: [PlayerChapter]) { showChapters { $0.listed = chapters } }

    private func showChapters(_ note: (inout State) -> Void) {
        let chapters = state.withLock { state in
            note(&state)
            return state.own.isEmpty ? state.listed : state.own
        }
        change { $0.chapters = chapters }
    }

    /// The state changes at once, as if mpv had answered already.
    package func perform(_ command: PlayerCommand) {
        let playing = state.withLock { $0.hasBegun ? $0.playing : nil }
        switch command {
        case .play: pause(false)
        case .togglePause: pause(state.withLock { $0.playing?.isPaused } != true)
        case .skip(let seconds): if let playing { seek(to: playing.position + Int64(seconds * 1000), in: playing) }
        case .seek(let second):
            if let playing { seek(to: Int64(second * 1000), in: playing) } else { state.withLock { $0.goal = second } }
        case .speed(let speed):
            send("set", "speed", "\(speed)")
            change { $0.speed = speed }
        case .stop: quit(.stopped)
        }
    }

    private func seek(to position: Int64, in playing: PlayerState) {
        let position = max(0, min(position, playing.duration ?? .max))
        // mpv would add up skips that go beyond the beginning.
        send("seek", "\(Double(position) / 1000)", "absolute")
        state.withLock { $0.oldAnswers = 3 }
        change { $0.position = position }
    }

    private func pause(_ flag: Bool) {
        send("set", "pause", flag ? "yes" : "no")
        change { $0.isPaused = flag }
        askPosition()
    }

    private func askPosition() {
        let (isMoving, unanswered) = state.withLock { state in
            state.unanswered += 1
            return (state.playing?.isPaused == false, state.unanswered)
        }
        if unanswered > patience { return quit(.failed("\(name) doesn't answer")) }
        send(command: #"["get_property","time-pos"]"#, request: Self.position)
        clock.withLock { clock in
            let next = isMoving ? DispatchTime.now() + .seconds(1) : .distantFuture
            clock.schedule(deadline: next, leeway: .milliseconds(50))
        }
    }

    /// The number of requests for the position. Those of loads are above.
    private static let position = 0

    private func send(_ words: String...) {
        send(command: "[\(words.map(\.quotedForJSON).joined(separator: ","))]")
    }

    private func send(command: String, request: Int = -1) {
        state.withLock { $0.socket }?.send(#"{"command":\#(command),"request_id":\#(request)}"#.utf8)
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
    private func receive(_ line: [UInt8]) {
        var reader = JSONReader(line[...])
        guard let message = try? reader.value(mostValues: 100_000) else { return }
        switch message["event"]?.string {
        case nil: receiveAnswer(message)
        case "property-change": note(message["data"] ?? .null, of: message["name"]?.string)
        case "file-loaded" where state.withLock({ !$0.isLoading }):
            let goal = state.withLock { state in
                defer { (state.hasBegun, state.complaint, state.goal) = (true, nil, nil) }
                return state.goal
            }
            tell(.began)
            if let goal { perform(.seek(goal)) }
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
        let loads = state.withLock { $0.loads }
        switch answer["request_id"]?.integer {
        case Self.position:
            let position = answer["data"]?.milliseconds
            let isOld = state.withLock { state in
                state.unanswered = 0
                guard state.hasBegun, let position, let shown = state.playing?.position else { return true }
                state.oldAnswers = abs(position - shown) > 2000 ? max(0, state.oldAnswers - 1) : 0
                return state.oldAnswers > 0
            }
            guard let position, !isOld else { return }
            // mpv stops a moment before the position that it is sent to.
            change { if abs(position - $0.position) > 300 { $0.position = position } }
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
        case "duration": if let duration = value.milliseconds { change { $0.duration = duration } }
        case "chapter-list": showChapters { $0.own = PlayerChapter.list(value) }
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
            guard self.state.withLock({ $0.end }) != nil else { return }
            // With what it has started, if it has a session of its own.
            for process in [-self.process, self.process] { kill(process, SIGKILL) }
        }
    }

    private func handleEnd() {
        // What it said last says why.
        state.withLock { $0.socket }?.look()
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
