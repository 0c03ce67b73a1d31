import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting

/// Passes items to the config file's programs for bookmarks and sharing.
@MainActor final class Sharing: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Lets the user review a bookmark before the program gets it, unless they don't want to.
    func keepBookmark() {
        if session.config.command(.bookmarkCmd).isEmpty {
            return session.status = .refused(
                "No bookmark program: set bookmark-cmd in the config file (lede config edit)")
        }
        if reader.here.selection != nil {
            if session.config.isOn(.bookmarkAutopilot) { return session.request(.keepEach) }
            return session.status = .refused(
                "Can't review several bookmarks at once: end the selection (\(session.key(.escape))) or set bookmark-autopilot"
            )
        }
        guard let bookmark = bookmarkHere else {
            return session.status = .refused("No web link to bookmark")
        }
        if session.config.isOn(.bookmarkAutopilot) { return session.request(.keep(bookmark)) }
        ask(for: .address, of: bookmark)
    }

    /// Sets one field of a bookmark, and asks for the next.
    private func setField(_ text: String, as field: Bookmark.Field, of bookmark: Bookmark) throws {
        if field == .address, text.isEmpty { throw PromptProblem("A bookmark needs a URL") }
        var bookmark = bookmark
        bookmark[field] = text
        guard let next = field.next else { return session.request(.keep(bookmark)) }
        ask(for: next, of: bookmark)
    }

    private func ask(for field: Bookmark.Field, of bookmark: Bookmark) {
        session.ask(
            Question(label: field.label, takesNothing: true) { [weak self] in
                try self?.setField($0, as: field, of: bookmark)
            }, text: bookmark[field])
    }

    private var bookmarkHere: Bookmark? {
        let (link, title) =
            reader.here.link.map { ($0.address, $0.text) } ?? (reader.here.item?.link, reader.here.item?.displayTitle)
        guard let link = link.flatMap({ Address($0) }), link.isOnTheWeb else { return nil }
        return Bookmark(
            address: link.url, title: CleanText.line(title ?? ""), feed: reader.here.feed?.displayName ?? "")
    }

    /// Asks for the program to share with, unless there is only one.
    func share() {
        let targets = session.config.lines(named: "share").map { $0.operands.map(\.text) }
        guard let first = targets.first else {
            return session.status = .refused("No programs to share with: add “share NAME COMMAND” to the config file")
        }
        guard reader.here.item != nil else { return session.status = .refused("No item to share") }
        if targets.count == 1 { return session.request(.share(Array(first.dropFirst()))) }
        let options = targets.enumerated().map { number, words in
            Choice.Option(words[0], detail: words.dropFirst().joined(separator: " "), value: "\(number)")
        }
        session.choose(Choice(title: "Share with:", options)) { [weak self] option in
            guard let self, !reader.tellOfLostRow(), let number = Int(option.value) else { return }
            session.request(.share(Array(targets[number].dropFirst())))
        }
    }
}

/// The arguments for the user's bookmark program, in newsboat's order.
package struct Bookmark: Equatable, Sendable {
    package enum Field: Int, CaseIterable, Sendable {
        case address
        case title
        case description
        case feed

        var next: Field? { Field(rawValue: rawValue + 1) }
    }

    private var texts: [String]

    init(address: String, title: String, feed: String) {
        texts = [address, title, "", feed]
    }

    /// Makes a bookmark of an item.
    package init(_ fields: ShownFields) {
        self.init(
            address: fields.value(for: "u") ?? "", title: fields.value(for: "t") ?? "",
            feed: fields.value(for: "T") ?? "")
    }

    subscript(field: Field) -> String {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }

    /// Keeps data from being read as an option: a leading dash gets a space before it.
    package var arguments: [String] {
        var texts = texts
        texts[Field.address.rawValue] = SafeAddress.of(self[.address])
        return texts.map { $0.hasPrefix("-") ? " \($0)" : $0 }
    }
}

extension Bookmark.Field {
    var label: String {
        switch self {
        case .address: "Bookmark URL: "
        case .title: "Bookmark title: "
        case .description: "Bookmark description: "
        case .feed: "Bookmark feed: "
        }
    }
}

/// The data of the current feed and item that programs get. All of it is clean, and URLs are safe for a shell
/// (`SafeAddress`).
package struct ShownFields: Equatable, Sendable {
    package private(set) var url = ""
    private var title = ""
    private var author = ""
    private var date = ""
    private var feedTitle = ""
    private var feedURL = ""
    private var comments = ""
    private var enclosure = ""

    /// Only a URL.
    package init(url: String) {
        self.url = SafeAddress.of(url)
    }

    /// For an item without a link, the URL is empty: its feed's site isn't the item.
    init(feed: Feed?, site: String?, item: Item?, article: Article?) {
        comments = Self.webAddress(article?.comments.link)
        enclosure = Self.webAddress(article?.enclosures.first(where: \.isPlayable)?.url)
        url = Self.webAddress(item == nil ? site : item?.link)
        title = CleanText.line(item?.title ?? feed?.name ?? "")
        author = CleanText.line(item?.author ?? "")
        date = item?.date.formatted(.iso8601) ?? ""
        feedTitle = CleanText.line(feed?.name ?? "")
        let feedURL = CleanText.line(feed?.shownURL ?? "")
        self.feedURL = Address(feedURL) == nil ? feedURL : SafeAddress.of(feedURL)
    }

    /// The same data with another URL, such as that of a link in the article.
    package func leading(to link: String) -> ShownFields {
        var fields = self
        fields.url = Self.webAddress(link)
        return fields
    }

    /// Whether the placeholders with these letters have values.
    func has(_ letters: [Character]) -> Bool { letters.allSatisfy { value(for: $0) != "" } }

    private static func webAddress(_ link: String?) -> String {
        guard let address = Address(link ?? ""), address.isOnTheWeb else { return "" }
        return SafeAddress.of(address.url)
    }

    /// The value of the placeholder with this letter, which is newsboat's except for the file's; nil if there is no such placeholder.
    package func value(for letter: Character) -> String? {
        switch letter {
        case "u": url
        case "t": title
        case "F": feedURL
        case "T": feedTitle
        case "a": author
        case "d": date
        case "e": enclosure
        default: nil
        }
    }

    /// The data as environment variables.
    package var variables: [String: String] {
        var variables = ["LEDE_COMMENTS_URL": comments]
        for (letter, name) in Self.variableNames { variables[name] = value(for: letter) }
        return variables
    }

    /// The names of environment variables, by the letters of the placeholders with the same values.
    package static let variableNames: [Character: String] = [
        "u": "LEDE_URL", "t": "LEDE_TITLE", "a": "LEDE_AUTHOR", "d": "LEDE_DATE", "T": "LEDE_FEED_TITLE",
        "F": "LEDE_FEED_URL", "e": "LEDE_ENCLOSURE_URL"
    ]
}
