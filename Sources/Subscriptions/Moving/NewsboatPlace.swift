import Files

/// The paths of newsboat's files.
struct NewsboatPlace {
    let folder: String
    var cache: String

    var urls: String { folder + "/urls" }
    var config: String { folder + "/config" }
    /// The histories of newsboat's prompts, and the names of lede's histories that get them.
    var histories: [(path: String, name: String)] {
        let folder = PrivateFiles.parent(of: cache)
        return [("\(folder)/history.search", "search"), ("\(folder)/history.cmdline", "command")]
    }

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
