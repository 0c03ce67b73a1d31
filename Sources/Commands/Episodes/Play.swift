import CLinux
import Configuration
import Dispatch
import Glibc
import Library
import Player
import System

extension Subcommand {
    static let play = Subcommand(
        name: "play", operands: "[ITEM]", summary: "play an item's audio or video",
        details: [
            """
            ITEM is a number from “lede items”. Plays its downloaded file or its URL with mpv (player). Begins 5 seconds before \
            the position where you stopped, and stores the position every few seconds, at each pause and at the end. Marks \
            the item heard and read if hardly anything is left.
            """,
            """
            On a terminal, mpv's keys work: Space pauses, the arrow keys skip, and q stops. If something plays already, that \
            player plays ITEM instead. The options talk to it, too.
            """,
            """
            Another program than mpv gets the file or URL as its last argument. On a terminal, lede then asks whether you \
            heard it to the end.
            """
        ],
        options: [
            Option(name: "--background", meaning: "return once it plays, and go on without the terminal"),
            Option(name: "--pause", meaning: "pause what plays, or go on"),
            Option(name: "--skip", value: "SECONDS", meaning: "skip in what plays, backwards if negative"),
            Option(name: "--stop", meaning: "stop what plays"),
            Option(name: "--status", meaning: "print what plays, and where it is"),
            Option(name: "--json", meaning: "print that as a JSON object")
        ],
        examples: [
            Example(line: "lede play 4711", meaning: "play an episode"),
            Example(line: "lede play --skip -30", meaning: "hear the last half minute again")
        ]
    ) { arguments in
        let commands = try arguments.playerCommands()
        guard let word = arguments.operands.first else {
            guard !commands.isEmpty || arguments.has("--status") else {
                throw CommandFailure.usage("no item given", advice: "use “lede play ITEM”")
            }
            guard let state = try arguments.tellPlayer(commands) else { throw CommandFailure.failed("nothing plays") }
            if arguments.has("--status") { state.print(on: arguments.output, asJSON: arguments.has("--json")) }
            return 0
        }
        if let option = ["--pause", "--skip", "--stop", "--status"].first(where: arguments.has) {
            throw CommandFailure.usage("use ITEM or \(option), not both")
        }
        let item = try arguments.item(word)
        return try arguments.has("--background")
            ? arguments.playInBackground(item) : EpisodePlay(of: item, arguments).run()
    }
}

extension Arguments {
    fileprivate func playerCommands() throws(CommandFailure) -> [PlayerCommand] {
        var commands: [PlayerCommand] = []
        if let text = value(of: "--skip") {
            guard let seconds = Double(text), abs(seconds) < 1e6 else {
                throw .usage("--skip must be a number of seconds, not “\(text)”")
            }
            commands.append(.skip(seconds))
        }
        if has("--pause") { commands.append(.togglePause) }
        if has("--stop") { commands.append(.stop) }
        return commands
    }

    /// Has the process that plays do things, and returns what it then plays; nil if nothing plays.
    func tellPlayer(_ commands: [PlayerCommand]) throws(CommandFailure) -> PlayerState? {
        let heard = Locked<(state: PlayerState?, problems: [String?])>((nil, []))
        let end = DispatchSemaphore(value: 0)
        let queue = DispatchQueue(label: "lede.player-client")
        let client = ControlClient(in: try paths().playerDirectory, on: queue) { event in
            let isDone = heard.withLock { heard in
                switch event {
                case .state(let state): heard.state = state
                case .answer(let problem): heard.problems.append(problem)
                case .ended: return true
                }
                return heard.state != nil && heard.problems.count == commands.count
            }
            if isDone { end.signal() }
        }
        guard let client else { return nil }
        for command in commands { client.send(command) }
        // Longer than a working player takes.
        guard end.wait(timeout: .now() + 10) == .success else { throw .failed("the player that runs doesn't answer") }
        withExtendedLifetime(client) {}
        let (state, problems) = heard.withLock { $0 }
        if let problem = problems.lazy.compactMap({ $0 }).first { throw .failed(problem) }
        return state
    }

    /// Starts a process that plays without the terminal, and beyond the end of this one. The last line until it plays says
    /// why it doesn't.
    fileprivate func playInBackground(_ item: ItemID) throws -> Int32 {
        var words = ["lede", "play", "\(item.rawValue)"]
        for option in ["--config-dir", "--data-dir"] { words += value(of: option).map { ["\(option)=\($0)"] } ?? [] }
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw CommandFailure.failed(Launch.Failure().reason) }
        _ = try Launch.start(
            "/proc/self/exe", words, variables: environment.map { strdup("\($0)=\($1)") },
            descriptors: [(ends[1], 1), (ends[1], 2)], inNewSession: true)
        close(ends[1])
        var complaint = "the player ended at once"
        for line in Input(descriptor: ends[0]).lines {
            guard line.hasPrefix("lede: ") else {
                output.line(line)
                return 0
            }
            complaint = String(line.dropFirst("lede: ".count))
        }
        throw CommandFailure.failed(complaint)
    }
}

extension PlayerState {
    fileprivate func print(on output: Output, asJSON: Bool) {
        guard asJSON else { return output.columns(title, words) }
        output.line(
            .object([
                "id": .integer(Int(item)), "feed_title": .string(feed), "title": .string(title),
                "chapter": JSON(chapter.map { chapters[$0].title }), "position": .integer(Int(position / 1000)),
                "duration": JSON(duration.map { Int($0 / 1000) }), "paused": .bool(isPaused)
            ]))
    }

    /// “12:34 / 1:02:03 1.5× paused”.
    var words: String { progress + (speed == 1 ? "" : " \(speed)×") + (isPaused ? " paused" : "") }
}
