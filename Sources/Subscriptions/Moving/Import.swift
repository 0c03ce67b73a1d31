package import Configuration
import Files
package import FoundationEssentials
package import Library
import MovingIn

/// The data of another reader before the import: the small files have been read, and nothing has changed yet.
package struct Import: Sendable {
    var subscriptions: UrlsText
    /// The reader's file of feeds, if its lines look like lede's.
    var path: String?
    /// The rules that hide items.
    var rules: [Rule] = []
    var files = MovedFiles()
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
            taken: store == nil ? nil : taken, joined: joined, problems: subscriptions.list.allProblems, path: path,
            files: files.fates, notes: notes, leftBehind: leftBehind)
    }

    private func importData(
        making made: NewFiles, in library: Library, _ urls: UrlsFile, at now: Date
    ) throws -> (UrlsText.Joined, TakenOver) {
        func importStore(_ store: some ForeignStore<MovingFailure>) throws -> (UrlsText.Joined, TakenOver) {
            try urls.importData(store, subscriptions, rules: rules, making: made, in: library, at: now)
        }
        guard let store else {
            return try urls.importData(NoStore?.none, subscriptions, making: made, in: library, at: now)
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
