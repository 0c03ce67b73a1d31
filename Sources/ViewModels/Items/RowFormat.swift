import Configuration
package import FoundationEssentials
package import Library
import Signals
import Typesetting
import URLs

// What the user's formats of rows say.
extension ReaderModel {
    /// A row of the list of items in the user's format; nil if there is none.
    package func row(of item: Item, at index: Int, columns: Int, now: Date) -> String? {
        actions.settings.itemFormat?.row(columns: columns) { name in
            switch name {
            case "i": items.loaded.isPlaced ? "\(items.loaded.offset + index + 1)" : ""
            case "f": (item.isRead ? " " : "N") + (flags(of: item).isEmpty ? " " : "!")
            case "n": item.isRead ? " " : "N"
            // Lists contain no deleted items.
            case "d": " "
            case "F": flags(of: item)
            case "L": TextLength(rowDetails.details(of: item.id).length).description
            case "o": item.hasPage ? "↓" : " "
            case "e": CleanText.line(rowDetails.details(of: item.id).enclosure?.shownAddress ?? "")
            case "D": Age(of: item.date, at: now, format: session.config.text(.datetimeFormat)).text
            case "t": item.displayTitle
            case "T": items.feed == nil ? feeds.name(of: item.feed) : ""
            case "a": CleanText.line(item.author ?? "")
            default: ""
            }
        }
    }

    private func sign(of feed: Feed) -> String {
        refresh.fetching.contains(feed.id) ? "." : feed.hasFailed ? "x" : " "
    }

    /// A star, and the tags that consist of one letter, like newsboat's flags.
    private func flags(of item: Item) -> String {
        let letters = rowDetails.tags(of: item.id).filter { $0.count == 1 }.map(CleanText.line)
        return (item.isStarred ? "*" : "") + letters.joined()
    }

    /// A row of the list of feeds in the user's format; nil if there is none.
    package func row(of entry: FeedListEntry, at index: Int, columns: Int) -> String? {
        let feed = entry.feed
        let query = entry.query
        let count = entry.isBeingCounted ? "…" : "\(entry.count)"
        let total = feed?.total ?? query.flatMap { $0.isComplete ? $0.counts.items : nil }
        return actions.settings.feedFormat?.row(columns: columns) { name in
            switch name {
            case "i": "\(index + 1)"
            case "n": entry.count > 0 ? "N" : " "
            case "S": feed.map(sign) ?? " "
            case "t": CleanText.line(entry.name)
            case "T":
                CleanText.line(
                    feed.flatMap { $0.folder ?? feeds.firstTags[$0.url] ?? $0.tags.first }
                        ?? query.flatMap { feeds.queryTags[$0.name]?.first } ?? "")
            case "u": total.map { "(\(count)/\($0))" } ?? "(\(count))"
            case "U": count
            case "c": total.map { "\($0)" } ?? ""
            case "d": CleanText.line(feed.flatMap { feeds.details(of: $0.id).description } ?? "")
            case "l": CleanText.line(feed.flatMap { feeds.details(of: $0.id).site } ?? "")
            case "L": CleanText.line(feed?.shownURL ?? query.map { "query:\($0.name):\($0.expression)" } ?? "")
            default: ""
            }
        }
    }

    /// The state of a feed.
    package func condition(of feed: Feed, at now: Date) -> FeedCondition {
        if refresh.fetching.contains(feed.id) { return .fetching }
        if feeds.paused.contains(feed.url) { return .paused }
        return switch feed.fetching.holdUp(at: now) {
        case .gone: .gone
        case .toldToWait(let wait): .waiting(until: LocalTime(wait.until).brief(at: now))
        case nil: feed.fetching.lastError.map { .failed($0, brief: feed.fetching.failing?.briefWords ?? "") } ?? .fine
        }
    }
}

/// The length of a text, short enough for a column, in newsboat's notation: “812 ”, “34.0K”, “1.2M”.
struct TextLength: CustomStringConvertible {
    private let bytes: Int

    init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    var description: String {
        switch bytes {
        case 0: ""
        case ..<1000: "\(bytes) "
        case ..<1_024_000: tenths(of: 1024) + "K"
        default: tenths(of: 1 << 20) + "M"
        }
    }

    private func tenths(of unit: Int) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Item {
    /// The title to show; “(untitled)” if the item has none.
    package var displayTitle: String {
        let title = CleanText.line(title)
        return title.isEmpty ? "(untitled)" : title
    }
}
