import Glibc
import System

/// The paths of lede's files: in the XDG base directories, or in those named on the command line.
package struct Paths: Equatable, Sendable {
    /// The folder of the user's files `urls` and `config`, and of site rules.
    package let configDirectory: String
    /// The folder of the library, which must not be lost.
    package let dataDirectory: String
    private let home: String

    package var urls: String { configDirectory + "/urls" }
    package var config: String { configDirectory + "/config" }
    /// The folder with a file for each site whose articles lede doesn't find by itself.
    package var siteRules: String { configDirectory + "/sites" }
    /// The folder for what lede may forget, such as the last screen.
    package let stateDirectory: String
    package var readingPlaces: String { stateDirectory + "/reading-places" }
    package var lastScreen: String { stateDirectory + "/last-screen" }
    package var feedHistory: String { stateDirectory + "/feed-history" }
    /// This installation's secret, which is never in a library.
    package let key: String
    /// The folder of the passwords that the user typed, a file each.
    package var passwords: String { dataDirectory + "/passwords" }
    package var library: String { dataDirectory + "/library.db" }
    /// The folder of the socket of the process that plays: one for all libraries, if the system has a folder for such things.
    package let playerDirectory: String
    /// The folder of what lede can fetch once more.
    private let cacheDirectory: String
    package var pictures: String { cacheDirectory + "/pictures" }

    package init(
        environment: [String: String], configDirectory: String? = nil, dataDirectory: String? = nil
    ) {
        // Ignore values that aren't absolute paths (XDG base directory specification).
        let home = Self.home(environment)
        func base(_ variable: String, fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/lede" }
            return "\(home)/\(fallback)/lede"
        }
        self.home = home
        self.configDirectory = configDirectory ?? base("XDG_CONFIG_HOME", fallback: ".config")
        self.dataDirectory = dataDirectory ?? base("XDG_DATA_HOME", fallback: ".local/share")
        key = base("XDG_STATE_HOME", fallback: ".local/state") + "/key"
        let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        playerDirectory = runtime.hasPrefix("/") ? runtime + "/lede" : self.dataDirectory + "/player"
        // A separate library has a separate state and cache.
        stateDirectory = dataDirectory ?? base("XDG_STATE_HOME", fallback: ".local/state")
        cacheDirectory = dataDirectory ?? base("XDG_CACHE_HOME", fallback: ".cache")
    }

    /// Expands a typed path with `~` for the user's home.
    package func expandingHome(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// Returns a path that doesn't depend on the current folder.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// The home of the user who runs this process.
    static let home = home(getenv("HOME").map { ["HOME": String(cString: $0)] } ?? [:])

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }
}

/// The files that come with lede: beside the installed executable, or in the source tree of a build.
package enum Resources {
    /// Returns the path of a resource such as `starter/urls`; nil if the installation is incomplete.
    package static func path(of name: String) -> String? {
        guard let executable else { return nil }
        var folder = executable[...]
        var candidates: [String] = []
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            candidates.append(candidates.isEmpty ? "\(folder)/../share/lede/\(name)" : "\(folder)/Resources/\(name)")
        }
        return candidates.first(where: PrivateFiles.exists)
    }

    private static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

/// The names in a folder, for completing a typed path. Names of folders end in a slash.
package struct FolderListing {
    /// Empty if the folder doesn't exist; incomplete if it is very large.
    package let names: [String]

    /// More than any user looks through.
    private static let mostNames = 10_000

    package init(_ path: String) {
        names = FolderEntries(path).lazy.filter { !$0.name.holdsInvisible }.prefix(Self.mostNames)
            .map { $0.isFolder ? $0.name + "/" : $0.name }
    }
}

/// The user's inputs at prompts of one kind, one per line, the latest last.
package struct HistoryFile: Sendable {
    private let path: String

    /// More than the longest histories take.
    private static let mostBytes = 4 << 20

    package init(path: String) {
        self.path = path
    }

    /// Returns the lines; none if the file doesn't exist or can't be read.
    package func read() -> [String] {
        let bytes = (try? PrivateFiles.read(path, atMost: Self.mostBytes)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Adds an input to the current file and keeps the last `limit` lines.
    package func add(_ text: String, keeping limit: Int) throws {
        let folder = PrivateFiles.parent(of: path)
        try PrivateFiles.makeDirectory(folder)
        try PrivateFiles.withLock(on: folder) {
            let lines = Self.adding(text, to: read(), keeping: limit)
            try PrivateFiles.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
        }
    }

    /// Returns the lines with an input added, which then occurs only once.
    package static func adding(_ text: String, to lines: [String], keeping limit: Int) -> [String] {
        (lines.filter { $0 != text } + [text.withoutInvisible]).suffix(max(0, limit))
    }
}

/// The version of this program, as in the changelog.
package enum Version {
    package static let current = "0.1.0"

    /// The user agent for servers.
    package static let userAgent = "lede/\(current) (terminal feed reader)"
}
