package import Configuration
import Files
package import FoundationEssentials
package import Library
import MovingIn

/// Another reader's data on its way into lede: its small files are read, and nothing is changed yet.
package struct Import: Sendable {
    var subscriptions: UrlsText
    /// The file with their lines, if these are lines of lede's kind.
    var path: String?
    /// What hides its items.
    var rules: [Rule] = []
    var files = MovedFiles()
    var notes: [String] = []
    var leftBehind: [String] = []
    /// Opens what it has kept of its items; nil if there are none.
    var store: (@Sendable () throws -> any ForeignStore<MovingFailure>)?

    /// Reads the small files of a reader where it keeps them, or in a folder; `judge` tells what is wrong with a config.
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

    /// Imports everything, or nothing.
    package func perform(in library: Library, _ urls: UrlsFile, at now: Date) throws -> ImportReport {
        let made = try NewFiles(files.contents)
        let (joined, taken) = try takeOver(making: made, in: library, urls, at: now)
        return ImportReport(
            taken: store == nil ? nil : taken, joined: joined, problems: subscriptions.list.allProblems, path: path,
            files: files.fates, notes: notes, leftBehind: leftBehind)
    }

    private func takeOver(
        making made: NewFiles, in library: Library, _ urls: UrlsFile, at now: Date
    ) throws -> (UrlsText.Joined, TakenOver) {
        func take(_ store: some ForeignStore<MovingFailure>) throws -> (UrlsText.Joined, TakenOver) {
            try urls.takeOver(store, subscriptions, rules: rules, making: made, in: library, at: now)
        }
        guard let store else {
            return try urls.takeOver(NoStore?.none, subscriptions, making: made, in: library, at: now)
        }
        do { return try take(store()) } catch {
            made.discard()
            throw error
        }
    }

    /// A file of another reader's; nil if there is none.
    static func text(of path: String) throws -> [UInt8]? {
        PrivateFiles.exists(path) ? try PrivateFiles.read(path) : nil
    }
}

/// The items of a reader that kept none.
private struct NoStore: ForeignStore {
    func feeds() throws(MovingFailure) -> [ForeignFeed] { [] }
    func nextItems() throws(MovingFailure) -> [ForeignItem] { [] }
}
