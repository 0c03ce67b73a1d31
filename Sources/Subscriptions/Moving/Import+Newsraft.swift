import Configuration
import Files
import MovingIn

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
        let moved = MovedConfig(newsraft: theirs ?? [])
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
    static func newsraftFolders(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? ""
        return [
            (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsraft",
            (environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsraft",
            "\(home)/.newsraft"
        ]
    }
}
