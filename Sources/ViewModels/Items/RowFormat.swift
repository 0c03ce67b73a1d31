import Configuration
package import FoundationEssentials
package import Library
import Signals
import Typesetting
import URLs

/// The user's format for rows of a list, in newsboat's notation, such as `%4i %f %D  %?T?|%-17T|  &?%t`.
///
/// - `%x` stands for a field. `%4x`, `%-4x` and `%=4x` align it right, left and centred in 4 cells.
/// - `%>c` fills the row with the character `c`.
/// - `%?x?this&that?` stands for `this` if the field isn't empty, otherwise for `that`.
package struct RowFormat: Equatable, Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case field(Character, width: Int, alignment: CellAlignment)
        case fill(Character)
        case choice(Character, then: [Part], else: [Part])

        func filled(with widths: [Character: Int]) -> Part {
            switch self {
            case .field(let name, 0, let alignment): .field(name, width: widths[name] ?? 0, alignment: alignment)
            case .choice(let name, let yes, let no):
                .choice(name, then: yes.map { $0.filled(with: widths) }, else: no.map { $0.filled(with: widths) })
            case .text, .field, .fill: self
            }
        }
    }

    private let parts: [Part]

    /// `widths` are for fields without a width in the format.
    package init(_ source: String, widths: [Character: Int] = [:]) {
        parts = Self.parts(of: source[...]).map { $0.filled(with: widths) }
    }

    /// The row for these values of the fields.
    package func row(columns: Int, value: (Character) -> String) -> String {
        var (before, after) = ("", "")
        var sign: Character?
        for part in flattened(parts, value: value) {
            switch part {
            // The first fill takes all the room.
            case .fill(let character) where sign == nil: sign = character
            case .fill, .choice: break
            case .text(let text): if sign == nil { before += text } else { after += text }
            case .field(let name, let width, let alignment):
                var text = value(name)
                if width > 0 { text = text.truncated(toCells: width).padded(toCells: width, alignment: alignment) }
                if sign == nil { before += text } else { after += text }
            }
        }
        guard let sign else { return before }
        let room = max(0, columns - before.cellWidth - after.cellWidth)
        return before + String(repeating: String(sign).cellWidth == 1 ? sign : " ", count: room) + after
    }

    private func flattened(_ parts: [Part], value: (Character) -> String) -> [Part] {
        parts.flatMap { part in
            guard case .choice(let name, let yes, let no) = part else { return [part] }
            return value(name).contains { $0 != " " } ? yes : no
        }
    }

    /// No row is wider.
    private static let widest = 999

    private static func parts(of source: Substring) -> [Part] {
        var parts: [Part] = []
        var rest = source
        while let character = rest.popFirst() {
            if character != "%" {
                add("\(character)", to: &parts)
            } else if let part = part(after: &rest) {
                parts.append(part)
            }
        }
        return parts
    }

    private static func add(_ text: String, to parts: inout [Part]) {
        guard case .text(let before) = parts.last else { return parts.append(.text(text)) }
        parts[parts.count - 1] = .text(before + text)
    }

    private static func part(after rest: inout Substring) -> Part? {
        switch rest.first {
        case "%":
            rest.removeFirst()
            return .text("%")
        case ">":
            rest.removeFirst()
            return rest.popFirst().map { .fill($0) }
        case "?":
            rest.removeFirst()
            return choice(&rest)
        default: return field(&rest)
        }
    }

    private static func field(_ rest: inout Substring) -> Part? {
        var alignment = CellAlignment.right
        if let sign = rest.first, ["-", "="].contains(sign) {
            alignment = sign == "-" ? .left : .center
            rest.removeFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        let width = min(Int(digits) ?? (digits.isEmpty ? 0 : widest), widest)
        return rest.popFirst().map { .field($0, width: width, alignment: alignment) }
    }

    /// Parses `x?this&that?`. An incomplete one extends to the end.
    private static func choice(_ rest: inout Substring) -> Part? {
        guard let name = rest.popFirst() else { return nil }
        if rest.first == "?" { rest.removeFirst() }
        let whole = rest.prefix { $0 != "?" }
        rest = rest.dropFirst(whole.count + 1)
        let halves = whole.split(separator: "&", maxSplits: 1, omittingEmptySubsequences: false)
        return .choice(name, then: plain(halves.first), else: plain(halves.dropFirst().first))
    }

    /// The parts of a choice, which can't contain another choice.
    private static func plain(_ source: Substring?) -> [Part] {
        source.map(parts) ?? []
    }
}

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
