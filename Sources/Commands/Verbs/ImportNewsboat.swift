import Configuration
import Files
import MovingIn
import Subscriptions

extension Verb {
    static let importNewsboat = Verb(
        name: "import newsboat", operands: "[DIR]", summary: "import feeds, items and read state from newsboat",
        details: [
            """
            DIR is the folder with newsboat's files. Without DIR, lede looks where newsboat does. lede copies the files \
            before reading them, doesn't change them, and runs no command in them.
            """,
            """
            Flags become tags with the same letter. Deleted items stay deleted. Feeds in newsboat's cache that are missing \
            from its urls file stay hidden until you add them again. If you have no config file yet, lede converts newsboat's, \
            with the files it includes. Lines that don't work in lede become comments with the reason.
            """,
            Moving.undoing
        ],
        examples: [Example(line: "lede import newsboat", meaning: "import everything")]
    ) { arguments in
        let moving = try Moving(arguments)
        var files = NewsboatFiles(arguments.operands.first.map(Paths.absolute), arguments.environment)
        let urls = try moving.text(of: files.urls)
        guard urls != nil || PrivateFiles.exists(files.cache) else {
            throw CommandFailure.failed("\(MovingFailure.nothingThere(files.folder))")
        }
        let config = try moving.text(of: files.config).map { text in
            MovedConfig(newsboat: text, path: files.config) { path in
                try? PrivateFiles.read(moving.paths.expandingHome(path))
            }
        }
        let histories = files.histories
        if let cache = config?.newsboatCache { files.cache = moving.paths.expandingHome(cache) }
        let text = UrlsText(urls ?? [])
        let store =
            try PrivateFiles.exists(files.cache)
            ? NewsboatCache(
                path: files.cache, copyingTo: moving.paths.dataDirectory, subscribed: Set(text.list.urls)) : nil
        if store == nil { Output.columns("no items imported: \(files.cache) is missing") }
        var moved = MovedFiles()
        if let config { moved.add(config, from: files.config, as: moving.paths.config) }
        let ours = PrivateFiles.exists(moving.paths.config) ? nil : config?.config
        let limit = (ours ?? Config.read(moving.paths)).number(.historyLimit)
        for history in histories {
            moved.add(
                history: history.path, as: "\(moving.paths.stateDirectory)/history.\(history.name)", keeping: limit)
        }
        try moving.run(store, subscriptions: text, from: files.urls, with: moved)
        if Config.read(moving.paths).text(.keys) != "newsboat" {
            Output.columns("to use newsboat's keys, add the line “keys newsboat” to \(moving.paths.config)")
        }
        return 0
    }
}

/// Where newsboat's files are.
private struct NewsboatFiles {
    let folder: String
    var cache: String

    var urls: String { folder + "/urls" }
    var config: String { folder + "/config" }
    /// What was typed at newsboat's prompts, and at which of lede's it may be typed again.
    var histories: [(path: String, name: String)] {
        let folder = cache.dropLast("/cache.db".count)
        return [("\(folder)/history.search", "search"), ("\(folder)/history.cmdline", "command")]
    }

    /// newsboat keeps all in one folder, or its cache apart where there is one for its configuration.
    init(_ folder: String?, _ environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        let configuration = (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsboat"
        let data = (environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsboat"
        if let named = folder {
            let folder = named.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
            self.folder = folder
            // Who names the one folder of two means both.
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
