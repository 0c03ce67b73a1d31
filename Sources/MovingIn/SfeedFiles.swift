import FeedParser
package import FoundationEssentials
package import Library
import URLs

/// sfeed's files of items, one per feed, with a line of tab-separated fields per item.
package struct SfeedFiles: ForeignStore {
    private let files: [(feed: ImportedFeed, path: String)]
    private let readMarks: ReadMarks
    private let read: @Sendable (String) throws(MovingFailure) -> [UInt8]
    private var next = 0

    /// How to tell which items are read.
    package enum ReadMarks: Sendable {
        /// Items whose URL is in sfeed_curses' file of read URLs.
        case addresses(Set<String>)
        /// Without that file, sfeed_curses treats items older than a day as read.
        case olderThan(Date)
    }

    /// Opens the files of these feeds in their folder. `read` returns the bytes of a file.
    package init(
        of feeds: [ImportedFeed], in folder: String, readMarks: ReadMarks,
        read: @escaping @Sendable (String) throws(MovingFailure) -> [UInt8]
    ) {
        files = feeds.map { feed in
            (feed, "\(folder)/\((feed.title ?? "").replacing("/", with: "_"))")
        }
        self.readMarks = readMarks
        self.read = read
    }

    package func feeds() throws(MovingFailure) -> [ForeignFeed] { files.map { ForeignFeed(url: $0.feed.url) } }

    package mutating func nextItems() throws(MovingFailure) -> [ForeignItem] {
        while next < files.count {
            let (feed, path) = files[next]
            next += 1
            let text = String(decoding: try read(path), as: UTF8.self)
            // sfeed writes the newest items first.
            let items = text.split(separator: "\n").compactMap { item(String($0), of: feed) }.reversed()
            if !items.isEmpty { return Array(items) }
        }
        return []
    }

    private func item(_ line: String, of feed: ImportedFeed) -> ForeignItem? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 3 else { return nil }
        func field(_ place: Int) -> String? {
            place < fields.count && !fields[place].isEmpty ? fields[place] : nil
        }
        let content = field(3)?.withoutEscapes
        let published = field(0).flatMap { Int64($0) }.map { Date(timeIntervalSince1970: Double($0)) }
        let enclosure = field(7).flatMap { $0.isWebAddress ? $0 : nil }
        let item = ParsedItem(
            id: field(5),
            title: field(1),
            link: field(2).flatMap { $0.isWebAddress ? $0 : nil },
            authors: field(6).map { [$0] } ?? [],
            published: published,
            content: field(4) == "plain" ? content?.asHTML : content,
            categories: field(8)?.split(separator: "|").map { ParsedCategory(String($0)) } ?? [],
            enclosures: enclosure.map { [ParsedEnclosure(url: $0)] } ?? [])
        return ForeignItem(feed: feed.url, item: item, isRead: isRead(item))
    }

    private func isRead(_ item: ParsedItem) -> Bool {
        switch readMarks {
        case .addresses(let addresses):
            ([item.link] + item.enclosures.map(\.url)).contains { $0.map(addresses.contains) ?? false }
        case .olderThan(let date): item.published.map { $0 < date } ?? true
        }
    }
}

extension String {
    /// The text with `\t`, `\n` and `\\` replaced by what they stand for.
    fileprivate var withoutEscapes: String {
        var text = ""
        var isEscaped = false
        for character in unicodeScalars {
            switch (character, isEscaped) {
            case ("\\", false):
                isEscaped = true
                continue
            case ("n", true): text += "\n"
            case ("t", true): text += "\t"
            default: text.unicodeScalars.append(character)
            }
            isEscaped = false
        }
        return text
    }
}

/// sfeed's sfeedrc, which is a shell script: the calls of `feed` are read, and nothing is run.
package struct SfeedConfiguration: Equatable, Sendable {
    package private(set) var feeds: [ImportedFeed] = []
    package private(set) var leftBehind: [LeftBehind] = []

    package init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let words = ShellWords(line.trimmed)?.words else {
                if line.trimmed.hasPrefix("feed ") { leaveBehind(index, "it has more than a name and a URL") }
                continue
            }
            guard words.first == "feed" else { continue }
            guard words.count >= 3, words[2].isWebAddress else {
                leaveBehind(index, "it has no web URL")
                continue
            }
            feeds.append(ImportedFeed(url: words[2], title: words[1]))
            if words.count > 4 { leaveBehind(index, "lede detects the encoding itself") }
        }
    }

    private mutating func leaveBehind(_ index: Int, _ reason: String) {
        leftBehind.append(LeftBehind(line: index + 1, reason: reason))
    }
}

/// The words of a shell script's line that only uses quotes; nil if the shell would do more with it.
private struct ShellWords {
    private(set) var words: [String] = []

    init?(_ line: Substring) {
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
                continue
            }
            switch (character, quote) {
            case (let end, let open?) where end == open: quote = nil
            case ("\\", "\""), ("\\", nil): isEscaped = true
            case ("$", "\""), ("`", "\""), ("$", nil), ("`", nil): return nil
            case ("\"", nil), ("'", nil):
                quote = character
                word = word ?? ""
            case ("#", nil) where word == nil: return
            case (";", nil), ("&", nil), ("|", nil), ("<", nil), (">", nil), ("(", nil), (")", nil): return nil
            case (" ", nil), ("\t", nil):
                if let end = word { words.append(end) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let word { words.append(word) }
    }
}
