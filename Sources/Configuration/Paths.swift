import Glibc

/// Where lede keeps its files: the XDG base directories, or those that the command line names.
package struct Paths: Equatable, Sendable {
    /// What the person writes: `urls`, `config`.
    package let configDirectory: String
    /// What must not be lost: the library.
    package let dataDirectory: String
    private let home: String

    package var urls: String { configDirectory + "/urls" }
    package var config: String { configDirectory + "/config" }
    /// What lede may forget, such as where the person was when they left.
    package let stateDirectory: String
    package var readingPlaces: String { stateDirectory + "/reading-places" }
    package var lastScreen: String { stateDirectory + "/last-screen" }
    package var feedHistory: String { stateDirectory + "/feed-history" }
    /// The secret of this installation, which no library has a place for.
    package let key: String
    package var library: String { dataDirectory + "/library.db" }

    package init(
        environment: [String: String], configDirectory: String? = nil, dataDirectory: String? = nil
    ) {
        // A value that is no absolute path is to be ignored (XDG base directory specification).
        let home = Self.home(environment)
        func base(_ variable: String, fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/lede" }
            return "\(home)/\(fallback)/lede"
        }
        self.home = home
        self.configDirectory = configDirectory ?? base("XDG_CONFIG_HOME", fallback: ".config")
        self.dataDirectory = dataDirectory ?? base("XDG_DATA_HOME", fallback: ".local/share")
        key = base("XDG_STATE_HOME", fallback: ".local/state") + "/key"
        // A library of its own is left in a state of its own.
        stateDirectory = dataDirectory ?? base("XDG_STATE_HOME", fallback: ".local/state")
    }

    /// A path as people type it, with `~` for their home.
    package func expandingHome(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// A path that means the same from every folder.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// The home of whom this process is run by.
    static let home = home(getenv("HOME").map { ["HOME": String(cString: $0)] } ?? [:])

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }
}
