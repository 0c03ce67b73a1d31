package import Configuration
package import FoundationEssentials
package import Library
import Subscriptions
import System

/// The data of another reader before the import: the small files have been read, and nothing has changed yet.
package struct Import: Sendable {
    var subscriptions: UrlsText
    /// The reader's file of feeds, if its lines look like lede's.
    var path: String?
    /// The rules that hide items.
    var rules: [Rule] = []
    var files = ImportedFiles()
    /// The reader's queue of episodes; nil if it has none.
    var episodes: [ForeignEpisode]?
    var notes: [String] = []
    var leftBehind: [String] = []
    /// Opens the reader's stored items; nil if it stored none.
    var store: (@Sendable () throws -> any ForeignStore<MovingFailure>)?

    /// Reads the small files of a reader at their usual paths or in a folder. `judge` finds the problems of a config.
    package init(
        from reader: OtherReader, in folder: String? = nil, _ environment: [String: String], _ paths: Paths,
        judge: (Config) -> ConfigVerdict
    ) throws {
        switch reader {
        case .newsboat: try self.init(newsboat: folder, environment, paths, judge: judge)
        case .newsraft: try self.init(newsraft: folder, environment, paths, judge: judge)
        case .sfeed: try self.init(sfeed: folder, environment, paths)
        case .podboat: try self.init(podboat: folder, environment, paths)
        }
    }

    /// Remarks that lede refreshes by itself, unlike other readers, unless a line of the config decides about that.
    mutating func noteRefreshing(by config: Config, unlike reader: OtherReader, _ paths: Paths) {
        guard config.value(of: .autoReload).place == nil else { return }
        notes.append(
            "unlike \(reader), lede fetches due feeds by itself while it is open: to stop that, add the line "
                + "“auto-reload no” to \(paths.config)")
    }

    /// Imports everything, or nothing.
    package func perform(in library: Library, _ urls: UrlsFile, at now: Date) throws -> ImportReport {
        let made = try NewFiles(files.contents)
        let (joined, taken) = try importData(making: made, in: library, urls, at: now)
        return ImportReport(
            taken: store == nil ? nil : taken, queued: episodes == nil ? nil : taken.queued, joined: joined,
            problems: subscriptions.list.allProblems, path: path, files: files.fates, notes: notes,
            leftBehind: leftBehind)
    }

    private func importData(
        making made: NewFiles, in library: Library, _ urls: UrlsFile, at now: Date
    ) throws -> (UrlsText.Joined, TakenOver) {
        func importStore(_ store: some ForeignStore<MovingFailure>) throws -> (UrlsText.Joined, TakenOver) {
            try urls.importData(
                store, subscriptions, rules: rules, queue: episodes ?? [], making: made, in: library, at: now)
        }
        guard let store else {
            return try urls.importData(
                NoStore?.none, subscriptions, queue: episodes ?? [], making: made, in: library, at: now)
        }
        do { return try importStore(store()) } catch {
            made.discard()
            throw error
        }
    }

    /// The contents of another reader's file; nil if it doesn't exist.
    static func text(of path: String) throws -> [UInt8]? {
        PrivateFiles.exists(path) ? try PrivateFiles.read(path) : nil
    }
}

/// The store of a reader that stored no items.
private struct NoStore: ForeignStore {
    func feeds() throws(MovingFailure) -> [ForeignFeed] { [] }
    func nextItems() throws(MovingFailure) -> [ForeignItem] { [] }
}

/// The files that an import creates for lede where none exist, and what happened to the other reader's files.
struct ImportedFiles: Sendable {
    private(set) var contents: [(path: String, bytes: [UInt8])] = []
    fileprivate private(set) var fates: [ImportReport.FileFate] = []

    /// The other reader's config file becomes lede's.
    mutating func add(
        _ moved: ImportedConfig, from path: String, as config: String, judge: (Config) -> ConfigVerdict
    ) {
        guard !PrivateFiles.exists(config) else { return fates.append(.configStays(path: path, config: config)) }
        let verdict = judge(moved.config)
        contents.append((config, Array(moved.text(without: verdict.problems).utf8)))
        fates.append(
            .config(
                path: path, config: config,
                remarks: ConfigRemarks(
                    leftOut: moved.leftOut(verdict.problems),
                    unlike: moved.withOtherMeaning(verdict.notes, besides: verdict.problems),
                    programs: moved.runningPrograms(besides: verdict.problems))))
    }

    /// Adds the inputs at a prompt of the other reader to the history of lede's prompt.
    mutating func add(history path: String, as file: String, keeping limit: Int) {
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        contents.append((file, Array(lines.map { $0 + "\n" }.joined().utf8)))
        fates.append(.history(path: path, lines: lines.count))
    }
}

/// The problems of a config, and its lines that mean something else in lede than in the reader they come from.
package struct ConfigVerdict: Sendable {
    package let problems: [ConfigProblem]
    package let notes: [ConfigProblem]

    package init(problems: [ConfigProblem], notes: [ConfigProblem]) {
        (self.problems, self.notes) = (problems, notes)
    }
}

/// The lines of another reader's config file that the user should know about.
package struct ConfigRemarks: Sendable {
    package let leftOut: [ImportedConfig.Remark]
    /// Lines that mean something else in lede.
    package let unlike: [ImportedConfig.Remark]
    /// Lines that let lede run a program.
    package let programs: [ImportedConfig.Remark]
}

/// What an import added, and what it left out.
package struct ImportReport: Sendable {
    /// Nil if the other reader stored no items.
    package let taken: TakenOver?
    /// Nil if the other reader has no queue of episodes.
    package let queued: TakenOver.Queued?
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
