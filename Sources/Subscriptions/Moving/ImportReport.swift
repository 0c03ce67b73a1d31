package import Configuration
package import Library

/// What an import brought, and what it didn't.
package struct ImportReport: Sendable {
    /// Nil if the other reader kept no items.
    package let taken: TakenOver?
    package let joined: UrlsText.Joined
    /// What is wrong with lines of its list of feeds, and the file with these lines, if it has lines of lede's kind.
    package let problems: [UrlsProblem]
    package let path: String?
    package let files: [FileFate]
    /// More to say, line by line.
    package let notes: [String]
    /// Lines of its list of feeds that lede leaves out.
    package let leftBehind: [String]

    /// What became of a file.
    package enum FileFate: Sendable {
        /// It became lede's config, except some lines, and some lines mean something else in lede.
        case config(path: String, config: String, leftOut: [MovedConfig.LeftOut], unlike: [MovedConfig.LeftOut])
        /// lede had a config file.
        case configStays(path: String, config: String)
        case history(path: String, lines: Int)
    }

    /// Whether the other reader's config file became lede's.
    package var madeConfig: Bool {
        files.contains { if case .config = $0 { true } else { false } }
    }

    /// How many lines of the config file don't count in lede.
    package var leftOutOfConfig: Int {
        files.reduce(0) { count, file in
            if case .config(_, _, let leftOut, _) = file { count + leftOut.count } else { count }
        }
    }
}
