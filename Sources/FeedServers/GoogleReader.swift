import FeedParser
import HTTP
import System
import URLs

/// The Google Reader API, which FreshRSS, Miniflux, BazQux, The Old Reader and others speak. Its server is gone and had no
/// specification, so each of them differs.
final class GoogleReader: ConnectedServer {
    let connection: ServerConnection
    let session: GoogleReaderSession
    let dialect: GoogleReaderDialect

    convenience init(_ account: ServerAccount) throws(ServerFailure) {
        try self.init(account, GoogleReaderDialect(of: account.url))
    }

    init(_ account: ServerAccount, _ dialect: GoogleReaderDialect) throws(ServerFailure) {
        connection = try ServerConnection(account)
        session = GoogleReaderSession(connection)
        self.dialect = dialect
    }

    var abilities: Abilities { Self.abilities(dialect) }

    static func abilities(_ dialect: GoogleReaderDialect) -> Abilities {
        Abilities(marksAtOnce: batch, folders: dialect.folders, readsUpTo: dialect.idsAreTimes)
    }

    func logIn() throws(ServerFailure) { try session.logIn() }

    /// The most items in one request: PHP drops form fields after the thousandth, and FreshRSS what comes after 1 MB.
    static let batch = 250
}

/// In what servers with the Google Reader API differ, as far as it can't be seen in their answers.
struct GoogleReaderDialect: Equatable, Sendable {
    /// The most ids that the server puts into one answer.
    var longestList = 10_000
    var folders = Abilities.Folders.one
    /// What the server calls the lack of a folder.
    var noFolder: String? = Miniflux.noFolder
    /// Whether an item's id is the time at which it came, in microseconds, so that a time can stand for an item.
    fileprivate var idsAreTimes = false
    /// Whether titles come with wide characters in the place of those that mean something in HTML.
    var writesWide = false
    /// Whether items have labels, and the list of tags tells them from folders.
    fileprivate(set) var hasLabels = false

    static let freshRSS = GoogleReaderDialect(
        longestList: .max, noFolder: "Uncategorized", idsAreTimes: true, writesWide: true, hasLabels: true)

    /// Recognises the server by its URL. Those that it doesn't know are taken for Miniflux.
    init(of url: String) {
        guard let url = WebURL(url), let host = url.host else { return }
        if url.path.contains("greader.php") { self = .freshRSS }
        if host.isOf("bazqux.com") { (longestList, folders, noFolder) = (50_000, .many, nil) }
        if host.isOf("inoreader.com") { (longestList, folders, noFolder) = (1000, .many, nil) }
        if host.isOf("theoldreader.com") { noFolder = nil }
    }

    private init(longestList: Int, noFolder: String, idsAreTimes: Bool, writesWide: Bool, hasLabels: Bool) {
        self.longestList = longestList
        self.noFolder = noFolder
        self.idsAreTimes = idsAreTimes
        self.writesWide = writesWide
        self.hasLabels = hasLabels
    }
}

extension Substring {
    fileprivate func isOf(_ domain: String) -> Bool { self == domain || hasSuffix("." + domain) }
}

extension GoogleReader {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let feeds = try session.get("subscription/list", ["output": "json"]).list("subscriptions", Self.feed)
        return feeds.map { feed in
            var feed = feed
            if dialect.writesWide { feed.title = feed.title.map(WideSigns.undo(inName:)) }
            feed.folders.removeAll { $0 == dialect.noFolder }
            return feed
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        let added: ServerFeedID?
        do throws(ServerFailure) {
            added = try quickAdd(url)
        } catch {
            // To Miniflux, a feed that it has is an error like any other.
            guard error.kind == .busy || error.kind == .rejected, let known = try subscriptions().feed(at: url) else {
                throw error
            }
            return known.id
        }
        if let added {
            if let folder { try change("subscription/edit", edit(added, [("a", GoogleReaderTag.folder(folder))])) }
            return added
        }
        guard let known = try subscriptions().feed(at: url) else { throw .noFeed(at: url) }
        return known.id
    }

    /// Adds a feed; nil if the server has it, or hasn't found one. FreshRSS reads the URL from the query, and fetches the
    /// feed before it answers, which may take a minute.
    private func quickAdd(_ url: String) throws(ServerFailure) -> ServerFeedID? {
        let query: Form = ["quickadd": url]
        let response = try session.post(
            "subscription/quickadd?\(query.text)", [("output", "json"), ("quickadd", url)], isRepeatable: false,
            patience: .seconds(180))
        // FreshRSS writes the number of a feed without what stands before it elsewhere.
        return try response.json(isChange: true) { json -> ServerFeedID?? in
            guard let count = json["numResults"]?.number else { return nil }
            guard count > 0, let id = json["streamId"]?.text, !id.isEmpty else { return .some(nil) }
            return ServerFeedID(id.hasPrefix("feed/") ? id : "feed/\(id)")
        }
    }

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) {
        // Servers take an empty title for none.
        if title.isEmpty { throw ServerFailure(.rejected, "a feed needs a title") }
        try change("subscription/edit", edit(feed, [("t", title)]))
    }

    /// Names one new and one old folder in a request, because of several only the last counts.
    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) {
        let target = dialect.folders == .one ? Array(folders.prefix(1)) : folders
        let new = target.filter { !feed.folders.contains($0) }
        let old = feed.folders.filter { !target.contains($0) }
        for index in 0..<max(new.count, old.count) {
            var fields: [(String, String)] = []
            if index < new.count { fields.append(("a", GoogleReaderTag.folder(new[index]))) }
            if index < old.count { fields.append(("r", GoogleReaderTag.folder(old[index]))) }
            try change("subscription/edit", edit(feed.id, fields))
        }
    }

    func remove(_ feed: ServerFeedID) throws(ServerFailure) {
        do throws(ServerFailure) {
            try change("subscription/edit", [("ac", "unsubscribe"), ("s", feed.text)])
        } catch {
            // Without the feed servers answer in different ways, so lede looks.
            guard error.kind == .rejected || error.kind == .gone || error.kind == .busy else { throw error }
            if try subscriptions().contains(where: { $0.id == feed }) { throw error }
        }
    }

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure) {
        try change(
            "rename-tag", [("s", GoogleReaderTag.folder(folder)), ("dest", GoogleReaderTag.folder(name))])
    }

    private func edit(_ feed: ServerFeedID, _ fields: [(String, String)]) -> [(String, String)] {
        [("ac", "edit"), ("s", feed.text)] + fields
    }

    private static func feed(_ json: JSONValue) -> ServerFeed? {
        guard let id = json["id"]?.text, id.hasPrefix("feed/") else { return nil }
        // BazQux has the URL only in the id.
        let url = json["url"]?.link ?? String(id.dropFirst("feed/".count))
        guard url.isWebAddress else { return nil }
        return ServerFeed(
            id: ServerFeedID(id), url: url, site: json["htmlUrl"]?.link, title: json["title"]?.line,
            folders: json["categories"]?.all.compactMap { $0["label"]?.content } ?? [])
    }
}

extension GoogleReader {
    /// Sends what to do before the ids: FreshRSS says `OK` even if it never saw what comes after them.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        precondition(ids.count <= Self.batch, "a server takes only so many ids at once")
        if ids.isEmpty { return }
        try change("edit-tag", [mark.field] + ids.map { ("i", $0.googleReaderText) })
    }

    func label(_ ids: [ServerItemID], _ label: String, isOn: Bool) throws(ServerFailure) {
        if ids.isEmpty { return }
        let field = (isOn ? "a" : "r", GoogleReaderTag.folder(label))
        try change("edit-tag", [field] + ids.map { ("i", $0.googleReaderText) })
    }

    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) {
        guard dialect.idsAreTimes, case .number(let time) = item, time > 0 else { throw .unsupported }
        try change("mark-all-as-read", [("s", feed.text), ("ts", String(time))])
    }

    /// Makes a change that does no harm when it is made twice.
    func change(_ path: String, _ fields: [(String, String)]) throws(ServerFailure) {
        let response = try session.post(path, fields)
        // A login page has the same status.
        guard response.word.uppercased() == "OK" else { throw response.notUnderstood(isChange: true) }
    }
}

extension ServerMark {
    fileprivate var field: (String, String) {
        switch self {
        case .read: ("a", GoogleReaderTag.read)
        case .unread: ("r", GoogleReaderTag.read)
        case .starred: ("a", GoogleReaderTag.starred)
        case .unstarred: ("r", GoogleReaderTag.starred)
        }
    }
}

/// The names of marks, streams, folders and labels.
enum GoogleReaderTag {
    static let read = "user/-/state/com.google/read"
    static let starred = "user/-/state/com.google/starred"
    static let all = "user/-/state/com.google/reading-list"

    static func folder(_ name: String) -> String { "user/-/label/\(name)" }

    /// The name of the folder or label that this is.
    static func label(_ tag: String) -> String? {
        let parts = tag.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "user" && parts[2] == "label" ? String(parts[3]) : nil
    }

    /// Whether a category of an item is this mark. Servers write the user's number instead of the hyphen.
    static func isMark(_ category: String, _ name: String) -> Bool {
        // A folder may be called like a mark.
        let parts = category.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "user" && parts[2] == "state/com.google/\(name)"
    }

    /// Whether a category of an item is one of the server's own, and not one of the feed's.
    static func isOwn(_ category: String) -> Bool {
        category.hasPrefix("user/") && (category.contains("/state/com.google/") || category.contains("/label/"))
    }
}

/// FreshRSS sends wide characters for those that mean something in HTML, and in names of feeds for a few more.
enum WideSigns {
    /// Undoes it in the title or the author of an item. What then looks like HTML is what programs often make of titles.
    static func undo(_ text: String) -> String {
        replace(text, [("＆", "&"), ("＜", "<"), ("＞", ">")]).decodingCharacterReferences
    }

    /// Undoes it in the name of a feed. In Chinese and Japanese names such characters are the author's own.
    static func undo(inName name: String) -> String {
        let name = undo(name)
        let others = [("＾", "^"), ("？", "?"), ("＼", "\\"), ("／", "/"), ("，", ","), ("；", ";")]
        let isAsian = name.unicodeScalars.contains { scalar in
            scalar.value >= 0x2E80 && !others.contains { $0.0.unicodeScalars.first == scalar }
                && !(0x1F000...0x1FAFF).contains(scalar.value) && !(0xFE00...0xFE0F).contains(scalar.value)
        }
        return isAsian ? name : replace(name, others)
    }

    private static func replace(_ text: String, _ signs: [(String, String)]) -> String {
        guard text.utf8.contains(0xEF) else { return text }
        return signs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
