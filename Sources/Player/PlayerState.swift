import System

/// What plays, as the player's process tells everybody who looks on.
package struct PlayerState: Equatable, Sendable {
    /// The item's number, and the folder of its library.
    package var item: Int64
    package var library: String
    package var title: String
    package var feed: String
    /// In milliseconds, as of a second ago at most.
    package var position: Int64
    /// In milliseconds; nil until it is known, and of a live stream.
    package var duration: Int64?
    package var isPaused = false
    package var speed = 1.0
    /// In their order.
    package var chapters: [PlayerChapter] = []

    /// The index of the chapter that plays.
    package var chapter: Int? { chapters.lastIndex { $0.start <= position } }

    package init(
        item: Int64, library: String, title: String, feed: String, position: Int64 = 0, duration: Int64? = nil
    ) {
        (self.item, self.library, self.title, self.feed) = (item, library, title, feed)
        (self.position, self.duration) = (position, duration)
    }

    /// Whether what is left is no more than farewells: the last minute, but no tenth of a short recording, or the last fiftieth.
    package var isNearEnd: Bool {
        guard let duration, duration > 0 else { return false }
        return duration - position <= max(min(60_000, duration / 10), duration / 50)
    }
}

/// A part of a recording with a title.
package struct PlayerChapter: Equatable, Sendable {
    package let title: String
    /// In milliseconds.
    package let start: Int64

    fileprivate var message: JSONValue { JSONValue(("title", .string(title)), ("time", start.inSeconds)) }

    /// More than recordings have that somebody listens to, and few enough for a message.
    private static let (most, longestTitle) = (1000, 150)

    /// Reads a list of mpv or of a state: objects with a `title` and a `time` in seconds.
    static func list(_ json: JSONValue) -> [PlayerChapter] {
        let chapters = (json.array ?? []).prefix(most).compactMap { chapter in
            Int64(milliseconds: chapter["time"]).map { start in
                let title = chapter["title"]?.string ?? ""
                return PlayerChapter(title: String(title.onOneLine.prefix(longestTitle)), start: start)
            }
        }
        return chapters.sorted { $0.start < $1.start }
    }
}

// As a message.
extension PlayerState {
    /// The message without chapters is for those who know them.
    func message(withChapters: Bool) -> JSONValue {
        JSONValue(
            ("item", .number("\(item)")), ("library", .string(library)), ("title", .string(title)),
            ("feed", .string(feed)), ("position", position.inSeconds), ("duration", duration?.inSeconds),
            ("paused", .bool(isPaused)), ("speed", .number("\(speed)")),
            ("chapters", withChapters ? .array(chapters.map(\.message)) : nil))
    }

    /// Nil if the message is none of a state. Without chapters, they are those of the last state.
    init?(_ message: JSONValue, after last: PlayerState?) {
        guard let item = message["item"]?.integer, let library = message["library"]?.string,
            let position = Int64(milliseconds: message["position"])
        else { return nil }
        self.init(
            item: Int64(item), library: library, title: message["title"]?.string ?? "",
            feed: message["feed"]?.string ?? "", position: position, duration: Int64(milliseconds: message["duration"]))
        isPaused = message["paused"]?.flag ?? false
        speed = message["speed"]?.number ?? 1
        chapters = message["chapters"].map(PlayerChapter.list) ?? last?.chapters ?? []
    }
}

extension Int64 {
    /// Milliseconds from a number of seconds; nil if that is no time in a recording.
    init?(milliseconds seconds: JSONValue?) {
        guard let seconds = seconds?.number, (0..<1e9).contains(seconds) else { return nil }
        self = Int64((seconds * 1000).rounded())
    }

    /// A number of seconds from milliseconds.
    var inSeconds: JSONValue { .number("\(Double(self) / 1000)") }
}

/// What somebody wants of the player.
package struct PlayerCommand: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case pause, resume, togglePause = "toggle-pause", stop
        /// By so many seconds, and to a second.
        case skip, seek
        case speed
        /// To a chapter, by its index.
        case chapter
        /// Plays another item of the same library instead, by its number.
        case play
    }

    package let kind: Kind
    package let value: Double

    /// Those that need no value have any.
    package init(_ kind: Kind, _ value: Double = 0) {
        (self.kind, self.value) = (kind, value)
    }

    var message: JSONValue { JSONValue(("command", .string(kind.rawValue)), ("value", .number("\(value)"))) }

    /// Nil if the message is no command.
    init?(_ message: JSONValue) {
        guard let kind = message["command"]?.string.flatMap(Kind.init) else { return nil }
        let value = message["value"]?.number ?? 0
        let range = kind == .speed ? 0.25...8 : kind == .skip ? -1e9...1e9 : 0...1e9
        guard range.contains(value) else { return nil }
        self.init(kind, value)
    }
}
