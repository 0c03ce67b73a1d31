package import Configuration
package import Library

/// The lines of another reader's config file that the user should know about.
package struct ConfigRemarks: Sendable {
    package let leftOut: [MovedConfig.Remark]
    /// Lines that mean something else in lede.
    package let unlike: [MovedConfig.Remark]
    /// Lines that let lede run a program.
    package let programs: [MovedConfig.Remark]
}

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
        /// The file became lede's config.
        case config(path: String, config: String, remarks: ConfigRemarks)
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
            if case .config(_, _, let remarks) = file { count + remarks.leftOut.count } else { count }
        }
    }

    /// The number of imported lines of the config file that let lede run programs.
    package var programsInConfig: Int {
        files.reduce(0) { count, file in
            if case .config(_, _, let remarks) = file { count + remarks.programs.count } else { count }
        }
    }
}
