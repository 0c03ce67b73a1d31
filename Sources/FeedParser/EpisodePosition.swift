package import FoundationEssentials

/// How far an episode was played, as the library and a server tell each other.
package struct EpisodePosition: Equatable, Sendable {
    package var item: ServerItemID
    /// The URL of its file, as the feed has it, and the file's number on the server.
    package var file: String
    package var number: Int64?
    package private(set) var seconds: Int
    package private(set) var total: Int?
    /// When it was played; nil if it wasn't, or nobody knows.
    package var playedAt: Date?
    /// Of the item.
    package var feed = ""
    package var guid: String?
    package var isHeard = false
    /// Whether the server doesn't know yet what the library has.
    package var isUntold = false

    /// What no recording has becomes the nearest that one can have.
    package init(
        _ item: ServerItemID, _ file: String, number: Int64? = nil, at seconds: Int, of total: Int? = nil,
        playedAt: Date? = nil
    ) {
        (self.item, self.file, self.number, self.playedAt) = (item, file, number, playedAt)
        self.seconds = min(max(0, seconds), 1 << 30)
        self.total = total.flatMap { (1...1 << 30).contains($0) ? $0 : nil }
    }

    /// Whether it was played here since the server was told last.
    package var isChanged: Bool { isUntold && playedAt != nil }
}
