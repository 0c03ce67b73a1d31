package import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals
import Subscriptions
import System
import Typesetting

/// Saves where the user is, and restores it at the next start.
@MainActor package final class Remembering: ReaderPart {
    unowned let reader: ReaderModel
    /// The terminal's background.
    package var background: String?
    private var isRememberingSoon = false
    /// Where the user was; nil if that can't be read.
    private let last: LastScreen?

    init(_ reader: ReaderModel) {
        self.reader = reader
        let bytes = try? PrivateFiles.read(reader.session.paths.lastScreen, atMost: LastScreen.longest)
        last = bytes.map { LastScreen(String(decoding: $0, as: UTF8.self)) }
    }

    /// Arranges the lists as the user left them.
    func restoreSettings() { if let last { reader.actions.settings.restore(last.arrangements) } }

    /// Restores the layout of the screen. Also returns to where the user was, if they want that, as far as it still
    /// exists. If nothing can be read, starts in the list of feeds.
    func resume() {
        guard let last else { return }
        reader.panes.restore(last.widths, isZoomed: last.isZoomed)
        reader.feeds.folded = last.folded
        background = last.background
        if session.config.isOn(.resume), reader.screen == .feeds, !reader.feeds.entries.isEmpty { resume(last) }
    }

    private func resume(_ last: LastScreen) {
        narrowFeedsAgain(last)
        if let entry = last.entry { reader.feeds.choose(entry) }
        if let above = last.feedsAbove { reader.feeds.cursor.rowsAbove = above }
        if last.screen != .article { reader.navigation.articleToShowAgain = last.article }
        guard last.screen != .feeds else { return showAgain(last) }
        listAgain(last)
        let isListed = reader.items.source != nil
        if isListed { reader.backStack.path = [.feeds, .items] }
        if let words = last.words {
            // So that the user can go back from the search results.
            reader.backStack.cover(reader.items)
            reader.backStack.path = [.feeds, .items]
            showAgain(last)
            reader.navigation.findAgain(
                words, filter: last.filter, choosing: last.item, rowsAbove: last.itemsAbove)
        } else if isListed {
            if let item = last.item {
                reader.items.choose(item, rowsAbove: last.filter == nil ? last.itemsAbove : nil)
            }
            if let filter = last.filter {
                try? reader.navigation.filter(by: filter, choosing: last.item, rowsAbove: last.itemsAbove)
            }
            showAgain(last)
        }
    }

    /// Applies the tag and the filter of the list of feeds again, unless the list would be empty.
    private func narrowFeedsAgain(_ last: LastScreen) {
        if let tag = last.tagOfFeeds, reader.actions.arranging.hasFeeds(tagged: tag) { reader.feeds.tag = tag }
        guard let narrowing = last.narrowing else { return }
        reader.feeds.narrow(to: narrowing)
        if reader.feeds.entries.isEmpty { reader.feeds.narrow(to: "") }
    }

    /// Opens what was shown over the lists: an article, its links, or the failures.
    private func showAgain(_ last: LastScreen) {
        if last.screen == .article, let article = last.article, self.reader.article.show(article) {
            reader.backStack.path.append(.article)
        }
        if let link = last.link { listLinksAgain(last, choosing: link) }
        if let failed = last.failed.flatMap(reader.feeds.feed), failed.hasFailed || failed.hasMoved {
            self.reader.screens.failures.show()
            reader.failures.choose(failed.id)
        }
    }

    private func listLinksAgain(_ last: LastScreen, choosing link: Int) {
        guard let item = last.screen == .article ? last.article : last.item else { return }
        let article = session.news.reporting(try session.library.article(item)) ?? nil
        if let article, reader.screens.links.show(linksOf: article) { reader.screens.links.list.choose(link) }
    }

    /// Lists the items that were listed, without a filter. If that is impossible, lists the feed of the article.
    private func listAgain(_ last: LastScreen) {
        if let list = reader.feeds.entries.first(where: { $0.id == last.list }) {
            return reader.navigation.fill(with: list)
        }
        if case .feed(let id, _) = last.list, let feed = reader.feeds.feed(id) {
            return reader.navigation.list(ItemSource(feed))
        }
        if let tag = last.tag { return reader.navigation.list(.tagged(tag)) }
        guard last.screen == .article, last.words == nil, let article = last.article else { return }
        let item = session.news.reporting(try session.library.items([article]))?.first
        guard let feed = item.flatMap({ reader.feeds.feed($0.feed) }) else { return }
        reader.navigation.list(ItemSource(feed))
        reader.items.choose(article)
    }

    /// Saves everything for the next start when lede ends.
    package func rememberAtEnd() {
        rememberScreen(inTheEnd: true)
        if reader.screen != .welcome { reader.feeds.reading.history?.keep(in: session.paths, by: session.files) }
    }

    /// Saves where the user is, a moment after they did something, in case this run crashes.
    package func rememberSoon() {
        guard !isRememberingSoon else { return }
        isRememberingSoon = true
        MainQueue.async(after: .seconds(5)) { [weak self] in
            self?.isRememberingSoon = false
            self?.rememberScreen(inTheEnd: false)
        }
    }

    /// The row of these items in the list of feeds. A feed has an ID even if its row is hidden because it has no unread
    /// items.
    private func row(of source: ItemSource) -> FeedListEntry.ID? {
        if let entry = reader.feeds.entries.first(where: { $0.source(at: Date()) == source }) { return entry.id }
        guard let feed = source.feed else { return nil }
        return .feed(feed, in: "")
    }

    private func rememberScreen(inTheEnd isEnd: Bool) {
        guard reader.screen != .welcome else { return }
        var last = LastScreen()
        last.screen = reader.navigation.focus.screen
        last.tagOfFeeds = reader.feeds.tag
        last.narrowing = reader.feeds.narrowing?.text
        last.entry = reader.feeds.selectedEntry?.id
        last.feedsAbove = reader.feeds.cursor.rowsAbove
        let (shown, listed) = (reader.items.source, reader.backStack.wholeSource(of: reader.items))
        last.list = listed.flatMap(row)
        if case .taggedItems(let tag) = listed?.scope { last.tag = tag }
        last.words = shown?.found?.text
        last.filter = shown?.found == nil ? shown?.narrowing : shown?.filter?.text
        last.item = reader.items.selected?.id
        last.itemsAbove = shown == nil ? nil : reader.items.cursor.rowsAbove
        last.article = reader.article.open?.item.id ?? reader.navigation.articleToShowAgain
        for model in [reader.screens.links as any ScreenModel, reader.screens.failures]
        where reader.backStack.path.contains(model.screen) {
            model.remember(in: &last)
        }
        last.background = background
        last.widths = reader.panes.widths
        last.isZoomed = reader.panes.isZoomed
        last.folded = reader.feeds.folded
        last.arrangements = reader.actions.settings.arrangements
        reader.article.remember(by: session.files, inTheEnd: isEnd)
        session.files.keep(last.text, at: session.paths.lastScreen, inTheEnd: isEnd)
    }
}

/// Where the user was when lede ended, and the layout of the screen. The next start continues there.
///
/// Saved as lines of a key and a value. Unknown lines are ignored, as a newer lede may have written them.
struct LastScreen: Equatable {
    var screen = Screen.feeds
    /// The tag whose feeds were listed.
    var tagOfFeeds: String?
    /// The filter of the list of feeds.
    var narrowing: String?
    /// The row of the cursor in the list of feeds.
    var entry: FeedListEntry.ID?
    /// The number of visible rows above the cursors.
    var (feedsAbove, itemsAbove) = (Int?.none, Int?.none)
    /// The row in the list of feeds whose items were listed.
    var list: FeedListEntry.ID?
    /// The tag whose items were listed.
    var tag: String?
    /// The words of the search.
    var words: String?
    /// The filter of the list of items.
    var filter: String?
    /// The item at the cursor.
    var item: ItemID?
    /// The open article, or the one shown beside the lists.
    var article: ItemID?
    /// The number of the link at the cursor, if links were listed.
    var link: Int?
    /// The feed at the cursor, if failures were listed.
    var failed: FeedID?
    /// The terminal's background and type, in the screen's notation.
    var background: String?
    var widths = PaneWidths()
    var isZoomed = false
    var folded: Set<String> = []
    /// What the keys for the order and for read rows have set.
    var arrangements: Set<String> = []
}

extension LastScreen {
    /// No real file is longer.
    static let longest = 1 << 16

    init(_ text: String) {
        self.init()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { set(String(parts[0]), String(parts[1])) }
        }
    }

    private mutating func set(_ key: String, _ value: String) {
        switch key {
        case "place": if let pane = Screen(rawValue: value)?.pane { screen = pane.screen }
        case "feeds-tag": tagOfFeeds = value
        case "feeds-filter": narrowing = value
        case "feeds": entry = FeedListEntry.ID(value)
        case "feeds-above": feedsAbove = Int(value).flatMap(Self.rows)
        case "items-above": itemsAbove = Int(value).flatMap(Self.rows)
        case "list": list = FeedListEntry.ID(value)
        case "tag": tag = value
        case "words": words = value
        case "filter": filter = value
        case "item": item = Int64(value).map { ItemID($0) }
        case "article": article = Int64(value).map { ItemID($0) }
        case "link": link = Int(value).flatMap { $0 > 0 ? $0 : nil }
        case "failed": failed = Int64(value).map { FeedID($0) }
        case "background": background = value
        case "feeds-width": widths.feeds = Int(value).flatMap(Self.width)
        case "items-width": widths.items = Int(value).flatMap(Self.width)
        case "zoom": isZoomed = value == "yes"
        case "folded": folded.insert(value)
        case "setting": arrangements.insert(value)
        default: break
        }
    }

    private static func width(_ columns: Int) -> Int? { (1...10_000).contains(columns) ? columns : nil }

    private static func rows(_ count: Int) -> Int? { (0...10_000).contains(count) ? count : nil }

    var text: String {
        let lines: [(String, String?)] =
            [
                ("place", screen.rawValue), ("feeds-tag", tagOfFeeds), ("feeds-filter", narrowing),
                ("feeds", entry?.text), ("feeds-above", feedsAbove.map { "\($0)" }), ("list", list?.text), ("tag", tag),
                ("words", words), ("filter", filter), ("item", item.map { "\($0.rawValue)" }),
                ("items-above", itemsAbove.map { "\($0)" }),
                ("article", article.map { "\($0.rawValue)" }), ("link", link.map { "\($0)" }),
                ("failed", failed.map { "\($0.rawValue)" }), ("background", background),
                ("feeds-width", widths.feeds.map { "\($0)" }), ("items-width", widths.items.map { "\($0)" }),
                ("zoom", isZoomed ? "yes" : nil)
            ] + folded.sorted().map { ("folded", $0) } + arrangements.sorted().map { ("setting", $0) }
        return lines.compactMap { key, value in value.map { "\(key) \($0)\n" } }.joined()
    }
}

extension FeedListEntry.ID {
    /// Parses the kind of row and its value.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "query": self = .query(rest)
        case "group": self = .group(rest)
        case "feed":
            let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let id = words.first.flatMap(Int64.init) else { return nil }
            self = .feed(FeedID(id), in: words.count == 2 ? words[1] : "")
        default:
            guard let smart = SmartFeed(rawValue: text) else { return nil }
            self = .smart(smart)
        }
    }

    fileprivate var text: String {
        switch self {
        case .smart(let smart): smart.rawValue
        case .query(let name): "query \(name)"
        case .group(let tag): "group \(tag)"
        case .feed(let feed, let group): group.isEmpty ? "feed \(feed.rawValue)" : "feed \(feed.rawValue) \(group)"
        }
    }
}

/// How far articles were read. Reopening an article continues there.
struct ReadingPlaces: Equatable {
    /// An item's text: the feed's, or that of its page.
    struct Text: Hashable {
        let item: ItemID
        var isPage = false
    }

    private var places: [Text: TextPosition] = [:]
    /// The articles read last come last.
    private var order: [Text] = []

    /// Nobody reads more at the same time.
    private static let most = 500
    static let longest = 1 << 16

    init() {}

    /// Parses lines with an item, a block of its text, an offset in the block, and a 1 if it is the text of its page. Ignores
    /// invalid lines.
    init(_ text: String) {
        for line in text.split(separator: "\n").suffix(Self.most) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3 || numbers.count == 4 && numbers[3] == 1, numbers[1] >= 0, numbers[2] >= -1 else {
                continue
            }
            let text = Text(item: ItemID(Int64(numbers[0])), isPage: numbers.count == 4)
            record(TextPosition(block: numbers[1], offset: numbers[2]), of: text)
        }
    }

    var text: String {
        order.compactMap { text in
            places[text].map { "\(text.item.rawValue) \($0.block) \($0.offset)\(text.isPage ? " 1" : "")\n" }
        }.joined()
    }

    func place(of text: Text) -> TextPosition { places[text] ?? .start }

    /// Notes a position. Forgets articles that are at their start, or that were read to the end.
    mutating func record(_ place: TextPosition?, of text: Text) {
        if places.removeValue(forKey: text) != nil { order.removeAll { $0 == text } }
        guard let place, place > .start else { return }
        places[text] = place
        order.append(text)
        if order.count > Self.most { places[order.removeFirst()] = nil }
    }
}

/// Saves what the next start needs, each kind in its own file, in the background.
///
/// If something can't be saved, the user isn't bothered.
@MainActor final class RememberedFiles {
    // A separate queue, since the disk may be slow. Only the end of lede waits for it.
    private let queue = DispatchQueue(label: "lede.remembered-files", qos: .utility)
    private let folder: String
    /// The last saved text of each file in this run.
    private var texts: [String: String] = [:]

    init(in folder: String) { self.folder = folder }

    /// Saves a text if it has changed. Another lede may have written the file since. At the end, this one writes it
    /// again, so that the last one to quit wins.
    func keep(_ text: String, at path: String, inTheEnd isEnd: Bool) {
        guard texts.updateValue(text, forKey: path) != text || isEnd else { return }
        write { [folder] in
            try? PrivateFiles.makeDirectory(folder)
            try? PrivateFiles.write(Array(text.utf8), to: path)
        }
    }

    /// Runs `body` after everything saved earlier is written.
    func write(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Waits until everything is written.
    nonisolated func settle() { queue.sync {} }
}

/// Applies changes of the config and urls files while the reader is open.
@MainActor package final class ConfigFollower {
    private let paths: Paths
    private let model: ReaderModel
    private var config: Config
    /// Nil if there is no readable urls file.
    private var urls: UrlsList?
    private var watch: ConfigWatch?
    private let problems: @MainActor (Config) -> [ConfigProblem]

    /// Follows changes since `files` were read. `problems` finds the problems of a config file.
    package init(
        _ model: ReaderModel, _ files: ReaderFiles, paths: Paths,
        problems: @escaping @MainActor (Config) -> [ConfigProblem]
    ) {
        self.model = model
        self.problems = problems
        config = files.config.config
        self.paths = paths
        urls = PrivateFiles.exists(paths.urls) ? model.subscriptions.list : nil
        follow()
        // After the first screen, which needn't wait for it.
        MainQueue.async { [weak self] in
            if let self { self.model.actions.settings.complain(of: self.problems(self.config)) }
        }
        // Changes made between reading the files and now.
        if !files.areUnchanged { readChanges() }
    }

    private func follow() {
        do {
            watch = try ConfigWatch(config.files + [paths.urls]) { [weak self] in
                MainQueue.async { self?.readChanges() }
            }
        } catch {
            model.session.say(.unwatched(error))
        }
    }

    private func readChanges() {
        // Before reading, so that no later change is missed.
        follow()
        let config = Config.read(paths)
        if config != self.config {
            let hasOtherFiles = config.files != self.config.files
            self.config = config
            if hasOtherFiles { follow() }
            model.actions.settings.reconfigure(config, problems: problems(config))
        }
        let urls = (try? PrivateFiles.read(paths.urls)).map { UrlsList($0) }
        if urls != self.urls {
            self.urls = urls
            model.actions.settings.followUrls()
        }
    }
}

/// The versions of the config and urls files that the reader starts with, noted before it reads them.
package struct ReaderFiles {
    package let config: ConfigFiles
    private let urls: FileVersion?
    private let urlsPath: String

    package init(_ paths: Paths) {
        config = ConfigFiles(paths)
        urlsPath = paths.urls
        urls = FileVersion(of: urlsPath)
    }

    var areUnchanged: Bool { config.areUnchanged && FileVersion(of: urlsPath) == urls }
}
