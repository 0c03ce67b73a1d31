package import Configuration
package import Library

/// What an import added, and what it left out.
package struct ImportReport: Sendable {
    /// Nil if the other reader stored no items.
    package let taken: TakenOver?
    package let joined: UrlsText.Joined
    /// The problems of the reader's list of feeds, and the path of the list if its lines look like lede's.
    package let problems: [UrlsProblem]
    package let path: String?
    package let files: [FileFate]
    /// More remarks, one per line.
    package let notes: [String]
    /// Lines of the reader's list of feeds that lede left out.
    package let leftBehind: [String]

    /// What happened to a file.
    package enum FileFate: Sendable {
        /// The file became lede's config, apart from some lines, and some lines mean something else in lede.
        case config(path: String, config: String, leftOut: [MovedConfig.LeftOut], unlike: [MovedConfig.LeftOut])
        /// lede already had a config file, which stays.
        case configStays(path: String, config: String)
        case history(path: String, lines: Int)
    }

    /// Whether the other reader's config file became lede's.
    package var madeConfig: Bool {
        files.contains { if case .config = $0 { true } else { false } }
    }

    /// The number of lines of the config file that have no effect in lede.
    package var leftOutOfConfig: Int {
        files.reduce(0) { count, file in
            if case .config(_, _, let leftOut, _) = file { count + leftOut.count } else { count }
        }
    }
}
