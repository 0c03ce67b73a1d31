/// A line of a device's files.
package struct FolderLine: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case marks(FolderMarks)
        /// The settings of a feed, one a line; nil if it isn't subscribed to any more.
        case feed(url: String, settings: String?)
        case about(name: String, version: String)
        /// The first line of a state: the last number that it includes, and how many lines it has.
        case state(upTo: Int64, lines: Int64)
        /// What only a newer lede understands.
        case unknown
    }

    package let number: Int64
    /// In milliseconds since 1970.
    package let time: Int64
    package let content: Content

    package init(_ number: Int64, at time: Int64, _ content: Content) {
        (self.number, self.time, self.content) = (number, time, content)
    }

    /// The most bytes that a line may have.
    package static let longest = 65_536
    /// The greatest time and number: beyond it not all programs can read a number in JSON.
    package static let greatest: Int64 = 1 << 53
    /// The most bytes of a feed's URL, of a tag, and of a feed's settings.
    package static let (longestURL, longestTag, longestSettings) = (8192, 1000, 16_384)
}

/// One mark of items of a feed, each with its time.
package struct FolderMarks: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package let key: ItemKey
        package let time: Int64

        package init(_ key: ItemKey, at time: Int64) {
            (self.key, self.time) = (key, time)
        }
    }

    package let kind: FolderMarkKind
    package let value: Bool
    package let feed: String
    /// The earliest first.
    package let entries: [Entry]

    package init(_ kind: FolderMarkKind, _ value: Bool, in feed: String, _ entries: [Entry]) {
        (self.kind, self.value, self.feed) = (kind, value, feed)
        self.entries = entries.sorted { $0.time < $1.time }
    }

    /// The most items of a line.
    package static let most = 1000
}

package enum FolderMarkKind: Hashable, Sendable {
    case read
    case star
    case delete
    case tag(String)
}
