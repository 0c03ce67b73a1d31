import Configuration
import MovingIn

extension Verb {
    static let importNewsraft = Verb(
        name: "import newsraft", operands: "[DIR]", summary: "bring over feeds, items and what was read from newsraft",
        details: [
            """
            DIR is the folder with newsraft's files. Without it they are looked for where newsraft looks. What was important \
            there is starred, sections become groups, and a command in $() becomes one behind exec:.
            """
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
        let text = try feedsFile.flatMap { try moving.text(of: $0) } ?? []
        let list = NewsraftFeeds(String(decoding: text, as: UTF8.self))
        let store = try database.map {
            try NewsraftStore(
                path: $0, copyingTo: moving.paths.dataDirectory, subscribed: Set(list.feeds.map(\.url)))
        }
        try moving.run(store, subscriptions: UrlsText(moved: list.feeds))
        for line in list.leftBehind { Output.columns("  \(feedsFile ?? ""), \(line)") }
        return 0
    }
}

extension UrlsText {
    init(moved feeds: [MovedFeed]) {
        self.init(own: feeds.map { ($0.url, $0.title, $0.folder) })
    }
}
