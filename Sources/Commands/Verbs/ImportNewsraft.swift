import Configuration
import Files
import MovingIn
import Subscriptions

extension Verb {
    static let importNewsraft = Verb(
        name: "import newsraft", operands: "[DIR]", summary: "import feeds, items and read state from newsraft",
        details: [
            """
            DIR is the folder with newsraft's files. Without DIR, lede looks where newsraft does. Important items become \
            starred, sections become groups, and commands in $() become exec: feeds. If you have no config file yet, lede \
            converts newsraft's. Lines that don't work in lede become comments with the reason.
            """,
            Moving.undoing
        ]
    ) { arguments in
        let moving = try Moving(arguments)
        let home = arguments.environment["HOME"] ?? ""
        let folders =
            arguments.operands.first.map { [Paths.absolute($0)] }
            ?? [
                (arguments.environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsraft",
                (arguments.environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsraft",
                "\(home)/.newsraft"
            ]
        let feedsFile = folders.map { $0 + "/feeds" }.first(where: PrivateFiles.exists)
        let database = folders.map { $0 + "/newsraft.sqlite3" }.first(where: PrivateFiles.exists)
        guard feedsFile != nil || database != nil else {
            throw CommandFailure.failed("\(MovingFailure.nothingThere(folders[0]))")
        }
        let config = folders.map { $0 + "/config" }.first(where: PrivateFiles.exists)
        let text = try feedsFile.flatMap { try moving.text(of: $0) } ?? []
        let list = NewsraftFeeds(String(decoding: text, as: UTF8.self))
        let store = try database.map {
            try NewsraftStore(
                path: $0, copyingTo: moving.paths.dataDirectory, subscribed: Set(list.feeds.map(\.url)))
        }
        let settings = list.feeds.map { NewsraftFeedSettings($0.settings) }
        let feeds = zip(list.feeds, settings).map { feed, settings in
            OwnFeed(feed.url, title: feed.title, group: feed.folder, options: settings.options)
        }
        var moved = MovedFiles()
        if let config, let text = try moving.text(of: config) {
            moved.add(MovedConfig(newsraft: text), from: config, as: moving.paths.config)
        }
        try moving.run(store, subscriptions: UrlsText(own: feeds), with: moved)
        for (feed, settings) in zip(list.feeds, settings) {
            for reason in settings.leftOut { Output.detail("left out a setting of \(feed.url): \(reason)") }
        }
        return 0
    }
}
