import System

/// What plays, as the player's process tells everybody who looks on.
package struct PlayerState: Codable, Equatable, Sendable {
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

    /// “12:34 / 1:02:03”.
    package var progress: String {
        "\(PlayingTime(milliseconds: position))" + (duration.map { " / \(PlayingTime(milliseconds: $0))" } ?? "")
    }

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
package struct PlayerChapter: Codable, Equatable, Sendable {
    package let title: String
    /// In milliseconds.
    package let start: Int64

    /// Many times as many as recordings have that somebody listens to, and few enough for a message each second.
    package static let most = 500

    /// Shows no more of a title than a message has room for.
    package init(title: String, start: Int64) {
        self.title = String(String.UnicodeScalarView(title.onOneLine.unicodeScalars.prefix(80)))
        self.start = start
    }

    /// Reads a list of mpv's: objects with a `title` and a `time` in seconds.
    static func list(_ json: JSONValue) -> [PlayerChapter] {
        let chapters = (json.array ?? []).prefix(most).compactMap { chapter in
            chapter["time"]?.milliseconds.map { PlayerChapter(title: chapter["title"]?.string ?? "", start: $0) }
        }
        return chapters.sorted { $0.start < $1.start }
    }
}

extension JSONValue {
    /// Of a number of seconds; nil if that is no time in a recording.
    var milliseconds: Int64? { number.flatMap(PlayingTime.init(seconds:))?.milliseconds }
}

/// What somebody wants of the player.
package enum PlayerCommand: Codable, Equatable, Sendable {
    /// Plays another item of the same library instead, by its number, or lets this one go on.
    case play(Int64)
    case togglePause, stop
    /// By so many seconds, and to a second.
    case skip(Double), seek(Double)
    case speed(Double)

    package static let speeds = 0.25...8.0

    /// Whether a player can do it: any program of the user may send it.
    var isPossible: Bool {
        switch self {
        case .skip(let seconds): (-1e9...1e9).contains(seconds)
        case .seek(let second): (0...1e9).contains(second)
        case .speed(let speed): Self.speeds.contains(speed)
        case .play, .togglePause, .stop: true
        }
    }
}
