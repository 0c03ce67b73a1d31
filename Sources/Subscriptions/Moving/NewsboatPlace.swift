import Files

/// Where newsboat's files are.
struct NewsboatPlace {
    let folder: String
    var cache: String

    var urls: String { folder + "/urls" }
    var config: String { folder + "/config" }
    /// What was typed at newsboat's prompts, and the prompt of lede's that takes it.
    var histories: [(path: String, name: String)] {
        let folder = PrivateFiles.parent(of: cache)
        return [("\(folder)/history.search", "search"), ("\(folder)/history.cmdline", "command")]
    }

    /// newsboat keeps all in one folder, or its cache in another if there is a folder for its configuration.
    init(_ folder: String?, _ environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        let configuration = (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/newsboat"
        let data = (environment["XDG_DATA_HOME"] ?? "\(home)/.local/share") + "/newsboat"
        if let named = folder {
            let folder = named.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
            self.folder = folder
            // The user who names one folder of the two means both.
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
