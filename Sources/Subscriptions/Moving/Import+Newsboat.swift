import Configuration
import Files
import Library
import MovingIn
import Spelling

extension Import {
    /// Imports newsboat's urls file, cache and config, and the inputs at its prompts.
    init(
        newsboat folder: String?, _ environment: [String: String], _ paths: Paths, judge: (Config) -> ConfigVerdict
    ) throws {
        var place = NewsboatPlace(folder, environment)
        let urls = try Self.text(of: place.urls)
        let histories = place.histories
        subscriptions = UrlsText(urls ?? [])
        let grouping = NewsboatGrouping(subscriptions.list)
        let isThere = urls != nil || PrivateFiles.exists(place.cache)
        let theirs = isThere ? try Self.text(of: place.config) : (try? Self.text(of: place.config)) ?? nil
        let config = MovedConfig(newsboat: theirs ?? [], path: place.config, grouping: grouping) { path in
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
    }

    /// The service that newsboat gets its feeds from becomes an account in the urls file.
    private mutating func addService(of config: MovedConfig) {
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
        _ config: MovedConfig, isThere: Bool, of place: NewsboatPlace, _ paths: Paths,
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
