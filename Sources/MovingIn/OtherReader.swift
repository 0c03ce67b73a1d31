import Configuration
import FoundationEssentials
import Library
import Subscriptions
import System

/// Another feed reader whose data lede imports.
package enum OtherReader: String, CaseIterable, Sendable {
    case newsboat
    case newsraft
    case sfeed
    /// newsboat's player of podcasts, which keeps a queue.
    case podboat

    /// The number of feeds in the reader's list of feeds; 0 if there is no list at its usual paths.
    fileprivate func feedCount(_ environment: [String: String]) -> Int {
        switch self {
        case .newsboat:
            let place = NewsboatPlace(nil, environment)
            return Self.text(of: [place.urls]).map { UrlsList($0).feeds.count } ?? 0
        case .newsraft:
            let text = Self.text(of: Import.newsraftFolders(environment).map { $0 + "/feeds" })
            return text.map { NewsraftFeeds(String(decoding: $0, as: UTF8.self)).feeds.count } ?? 0
        case .sfeed:
            let text = Self.text(of: [Import.sfeedFolder(environment) + "/sfeedrc"])
            return text.map { SfeedConfiguration(String(decoding: $0, as: UTF8.self)).feeds.count } ?? 0
        case .podboat: return 0
        }
    }

    /// The name of the service that newsboat gets its feeds from, if lede can sync with it.
    fileprivate func server(_ environment: [String: String]) -> String? {
        guard self == .newsboat else { return nil }
        let path = NewsboatPlace(nil, environment).config
        guard let text = Self.text(of: [path]) else { return nil }
        let config = ImportedConfig(newsboat: text, path: path) { try? PrivateFiles.read($0) }
        return config.newsboatService.flatMap { $0.account == nil ? nil : $0.name }
    }

    /// The contents of the first existing file.
    private static func text(of paths: [String]) -> [UInt8]? {
        paths.first(where: PrivateFiles.exists).flatMap { try? PrivateFiles.read($0) }
    }
}

/// A reader that has feeds on this machine, or an account on a feed server.
package struct FoundReader: Equatable, Sendable {
    package let reader: OtherReader
    package let feeds: Int
    /// The reader's name for the kind of server.
    package let server: String?

    /// All readers with feeds on this machine, whose paths depend on `environment`.
    package static func all(_ environment: [String: String]) -> [FoundReader] {
        guard environment["HOME"] != nil else { return [] }
        return OtherReader.allCases.compactMap { reader in
            let (feeds, server) = (reader.feedCount(environment), reader.server(environment))
            return feeds > 0 || server != nil ? FoundReader(reader: reader, feeds: feeds, server: server) : nil
        }
    }
}

extension Import {
    /// Imports newsboat's urls file, cache and config, and the inputs at its prompts.
    init(
        newsboat folder: String?, _ environment: [String: String], _ paths: Paths, judge: (Config) -> ConfigVerdict
    ) throws {
        var place = NewsboatPlace(folder, environment)
        let urls = try Self.text(of: place.urls)
        let (histories, queue) = (place.histories, place.queue)
        subscriptions = UrlsText(urls ?? [])
        let grouping = NewsboatGrouping(subscriptions.list)
        let isThere = urls != nil || PrivateFiles.exists(place.cache)
        let theirs = isThere ? try Self.text(of: place.config) : (try? Self.text(of: place.config)) ?? nil
        let config = ImportedConfig(newsboat: theirs ?? [], path: place.config, grouping: grouping) { path in
            try? PrivateFiles.read(paths.expandingHome(path))
        }
        // Its feeds may all be on a server.
        guard isThere || config.newsboatService?.account != nil else { throw MovingFailure.nothingThere(place.folder) }
        if let cache = config.newsboatCache { place.cache = paths.expandingHome(cache) }
        path = place.urls
        let settings = subscriptions.disableSettings()
        if settings > 0 {
            notes.append(
                "\(settings.counted("line")) beginning “#:” stayed comments, as in newsboat: to make them settings, "
                    + "remove the space before the colon in \(paths.urls)")
        }
        subscriptions.nameQueriesByTitles()
        let changed = subscriptions.parenthesiseQueries()
        for name in changed { notes.append("“\(name)”: added the parentheses that keep newsboat's meaning") }
        for note in subscriptions.list.filterNotes(in: place.urls) {
            notes.append("works differently: line \(note.place.line) of \(place.urls): \(note.message)")
        }
        addService(of: config)
        addStore(place.cache, copyingTo: paths.dataDirectory)
        addConfig(config, isThere: theirs != nil, of: place, paths, judge: judge)
        let ours = PrivateFiles.exists(paths.config) ? Config.read(paths) : config.config
        for history in histories {
            files.add(
                history: history.path, as: "\(paths.stateDirectory)/history.\(history.name)",
                keeping: ours.number(.historyLimit))
        }
        // In its other mode newsboat still shows items that it fetched before the rule existed.
        if config.hidesIgnoredItems { rules = config.config.rules.rules }
        try addQueue(queue, below: config.podboatFolder, ours, paths)
    }

    /// Imports only podboat's queue.
    init(podboat folder: String?, _ environment: [String: String], _ paths: Paths) throws {
        let place = NewsboatPlace(folder, environment)
        let theirs = try Self.text(of: place.config) ?? []
        let config = ImportedConfig(newsboat: theirs, path: place.config) { path in
            try? PrivateFiles.read(paths.expandingHome(path))
        }
        subscriptions = UrlsText([])
        try addQueue(place.queue, below: config.podboatFolder, Config.read(paths), paths)
        if episodes == nil { throw MovingFailure.nothingThere(PrivateFiles.parent(of: place.queue)) }
    }

    private mutating func addQueue(_ path: String, below theirs: String, _ ours: Config, _ paths: Paths) throws {
        guard PrivateFiles.exists(path) else { return }
        let folder = DownloadSettings(ours, paths).folder
        let bytes = try PrivateFiles.read(path, atMost: 16 << 20)
        let queue = PodboatQueue(bytes, theirFolder: paths.expandingHome(theirs), folder)
        episodes = queue.episodes
        if queue.filesElsewhere > 0 {
            notes.append(
                "didn't take over \(queue.filesElsewhere.counted("file")) of podboat outside of \(folder.path): "
                    + "set download-path in \(paths.config) to their folder, and import again")
        }
    }

    /// The service that newsboat gets its feeds from becomes an account in the urls file.
    private mutating func addService(of config: ImportedConfig) {
        guard let service = config.newsboatService else { return }
        let feeds = subscriptions.list.feeds.count
        if let account = service.account, subscriptions.add(account), feeds > 0 {
            notes.append(
                "added \(feeds.counted("feed")) of newsboat's urls file, too, which newsboat didn't show beside \(service.name)"
            )
        }
        notes += service.remarks
    }

    private mutating func addStore(_ cache: String, copyingTo folder: String) {
        guard PrivateFiles.exists(cache) else {
            return notes.append("no items imported: \(cache) is missing")
        }
        let subscribed = Set(subscriptions.list.urls)
        store = { try NewsboatCache(path: cache, copyingTo: folder, subscribed: subscribed) }
    }

    private mutating func addConfig(
        _ config: ImportedConfig, isThere: Bool, of place: NewsboatPlace, _ paths: Paths,
        judge: (Config) -> ConfigVerdict
    ) {
        let isKept = PrivateFiles.exists(paths.config)
        if isThere || !isKept && config.groupsFeeds {
            files.add(config, from: isThere ? place.config : place.urls, as: paths.config, judge: judge)
        }
        let ours = isKept ? Config.read(paths) : config.config
        if isKept {
            if config.groupsFeeds, ours.isOn(.groupFeeds), !ours.isOn(.listFeedsOnce) {
                notes.append(
                    "to list feeds with several tags once, add the line “list-feeds-once yes” to \(paths.config)")
            }
        } else if !ours.isOn(.groupFeeds) {
            notes.append("lists feeds without groups, in newsboat's order: see group-feeds in \(paths.config)")
        } else if ours.isOn(.listFeedsOnce) {
            notes.append("lists each feed once, under its first tag: see list-feeds-once in \(paths.config)")
        }
        if ours.text(.keys) != "newsboat" {
            notes.append("to use newsboat's keys, add the line “keys newsboat” to \(paths.config)")
        } else if !isKept {
            notes.append("your key bindings build on newsboat's keys: see “keys newsboat” in \(paths.config)")
        }
        if !ours.isOn(.showReadFeeds) {
            notes.append("lists only feeds with unread items: see show-read-feeds in \(paths.config)")
        }
        noteRefreshing(by: ours, unlike: .newsboat, paths)
        if !isKept, ours.isOn(.refreshOnStartup) {
            notes.append("refresh-on-startup fetches only the feeds that are due: press R, or “lede refresh”, for all")
        }
    }
}

/// The paths of newsboat's files.
private struct NewsboatPlace {
    let folder: String
    var cache: String

    var urls: String { folder + "/urls" }
    var config: String { folder + "/config" }
    /// The histories of newsboat's prompts, and the names of lede's histories that get them.
    var histories: [(path: String, name: String)] {
        let folder = PrivateFiles.parent(of: cache)
        return [("\(folder)/history.search", "search"), ("\(folder)/history.cmdline", "command")]
    }

    var queue: String { PrivateFiles.parent(of: cache) + "/queue" }

    /// Newsboat keeps everything in one folder, or its cache in another one if there is a folder for its configuration.
    init(_ folder: String?, _ environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        let configuration = (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsboat"
        let data = (environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsboat"
        if let named = folder {
            let folder = named.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
            self.folder = folder
            // A user who names one of the two folders means both.
            let isApart = folder == configuration && !PrivateFiles.exists(folder + "/cache.db")
            cache = (isApart ? data : folder) + "/cache.db"
        } else if PrivateFiles.exists(configuration) {
            self.folder = configuration
            cache = data + "/cache.db"
        } else {
            self.folder = home + "/.newsboat"
            cache = self.folder + "/cache.db"
        }
    }
}

extension Import {
    init(
        newsraft folder: String?, _ environment: [String: String], _ paths: Paths, judge: (Config) -> ConfigVerdict
    ) throws {
        let folders = folder.map { [$0] } ?? Self.newsraftFolders(environment)
        let feedsFile = folders.map { $0 + "/feeds" }.first(where: PrivateFiles.exists)
        let database = folders.map { $0 + "/newsraft.sqlite3" }.first(where: PrivateFiles.exists)
        guard feedsFile != nil || database != nil else { throw MovingFailure.nothingThere(folders[0]) }
        let text = try feedsFile.flatMap { try Self.text(of: $0) } ?? []
        let list = NewsraftFeeds(String(decoding: text, as: UTF8.self))
        let settings = list.feeds.map { NewsraftFeedSettings($0.settings) }
        subscriptions = UrlsText(
            own: zip(list.feeds, settings).map { feed, settings in
                OwnFeed(feed.url, title: feed.title, group: feed.folder, options: settings.options)
            })
        if let database {
            let subscribed = Set(list.feeds.map(\.url))
            store = { try NewsraftStore(path: database, copyingTo: paths.dataDirectory, subscribed: subscribed) }
        }
        let config = folders.map { $0 + "/config" }.first(where: PrivateFiles.exists)
        let theirs = try config.flatMap { try Self.text(of: $0) }
        let moved = ImportedConfig(newsraft: theirs ?? [])
        if let config, theirs != nil { files.add(moved, from: config, as: paths.config, judge: judge) }
        let isKept = PrivateFiles.exists(paths.config)
        noteRefreshing(by: isKept ? Config.read(paths) : moved.config, unlike: .newsraft, paths)
        for (feed, settings) in zip(list.feeds, settings) {
            for reason in settings.leftOut {
                leftBehind.append("left out a setting of \(feed.url): \(reason)")
            }
        }
    }

    /// Where newsraft looks for its files.
    fileprivate static func newsraftFolders(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? ""
        return [
            (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsraft",
            (environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsraft",
            "\(home)/.newsraft"
        ]
    }

    init(sfeed named: String?, _ environment: [String: String], _ paths: Paths) throws {
        let folder = named ?? Self.sfeedFolder(environment)
        guard let script = try Self.text(of: folder + "/sfeedrc") else { throw MovingFailure.nothingThere(folder) }
        let configuration = SfeedConfiguration(String(decoding: script, as: UTF8.self))
        let readFile = environment["SFEED_URL_FILE"] ?? folder + "/urls"
        let addresses = try Self.text(of: readFile).map { bytes in
            Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
        }
        subscriptions = UrlsText(
            own: configuration.feeds.map { OwnFeed($0.url, title: $0.title, group: $0.folder) })
        store = {
            SfeedFiles(
                of: configuration.feeds, in: folder + "/feeds",
                readMarks: addresses.map { .addresses($0) } ?? .olderThan(Date(timeIntervalSinceNow: -86_400))
            ) { path throws(MovingFailure) in
                do throws(FileFailure) {
                    return PrivateFiles.exists(path) ? try PrivateFiles.read(path) : []
                } catch {
                    throw .unreadable(path: path, reason: error.reason)
                }
            }
        }
        noteRefreshing(by: Config.read(paths), unlike: .sfeed, paths)
        leftBehind = configuration.leftBehind.map { "\(folder)/sfeedrc, \($0)" }
    }

    fileprivate static func sfeedFolder(_ environment: [String: String]) -> String {
        (environment["HOME"] ?? "") + "/.sfeed"
    }
}
