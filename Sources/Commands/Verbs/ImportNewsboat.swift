import Configuration
import Files
import MovingIn
import Subscriptions

extension Verb {
    static let importNewsboat = Verb(
        name: "import newsboat", operands: "[DIR]", summary: "bring over feeds, items and what was read from newsboat",
        details: [
            """
            DIR is the folder with newsboat's files. Without it they are looked for where newsboat looks. They are copied \
            before they are read, nothing of them is changed, and no command in them is run.
            """,
            """
            Flags become tags of the same letter. Items that were deleted stay away. Feeds that are in the cache but no \
            longer in the urls file are kept hidden, and come back with their line. The config file comes over where there is \
            none yet, with those that it includes: lines that lede does otherwise stay in it as comments, with the reason.
            """,
            Moving.undoing
        ],
        examples: [Example(line: "lede import newsboat", meaning: "bring everything over")]
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
        if store == nil { Output.columns("there is no \(files.cache), so no items come over") }
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
            Output.columns("newsboat's keys are one line away: write “keys newsboat” into \(moving.paths.config)")
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
