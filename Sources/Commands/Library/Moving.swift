import Configuration
import Files
import FoundationEssentials
import Library
import MovingIn
import Subscriptions

/// Brings over what another reader kept, and says what came and what did not.
struct Moving {
    let paths: Paths

    /// For the help of each import.
    static let undoing = """
        Imports everything or nothing. “lede undo” removes the imported feeds with their items, and the marks added to items \
        you already had. The config file stays, and so do new items in feeds you already had.
        """

    init(_ arguments: Arguments) throws {
        paths = try arguments.paths()
        try PrivateFiles.makeDirectory(paths.dataDirectory)
    }

    /// A file of another reader's; nil where there is none.
    func text(of path: String) throws -> [UInt8]? {
        PrivateFiles.exists(path) ? try PrivateFiles.read(path) : nil
    }

    /// Brings everything over, or nothing.
    ///
    /// Every line that means nothing is named once: `path` is the file with these lines, where there is one.
    func run(
        _ store: (some ForeignStore<MovingFailure>)?, subscriptions: UrlsText, from path: String? = nil,
        with files: MovedFiles = MovedFiles()
    ) throws {
        let library = try Library(paths)
        let joined: UrlsText.Joined
        let taken: TakenOver
        do {
            (joined, taken) = try UrlsFile(path: paths.urls).takeOver(
                store, subscriptions, making: NewFiles(files.contents), in: library, at: Date())
        } catch let failure as TakeoverFailure {
            throw CommandFailure.failed("nothing was imported: \(failure)")
        }
        library.settle()
        if store != nil { tell(of: taken) }
        tell(of: joined, subscriptions.list.allProblems, from: path)
        for report in files.reports { report() }
        _ = try Subscriptions(paths, complains: false)
    }

    private func tell(of taken: TakenOver) {
        Output.columns("imported \(taken.items.counted("item")) and \(taken.feeds.counted("new feed"))")
        for (count, what) in [
            (taken.read, "marked read"), (taken.starred, "starred"), (taken.tags, "tags"),
            (taken.deleted, "deleted, so lede never shows them")
        ] where count > 0 {
            Output.detail("\(count) \(what)")
        }
    }

    private func tell(of joined: UrlsText.Joined, _ problems: [UrlsProblem], from path: String?) {
        let queries =
            joined.queries.isEmpty ? "" : " and \(joined.queries.count.counted("saved search", "saved searches"))"
        Output.columns("added \(joined.feeds.count.counted("feed"))\(queries) to \(paths.urls)")
        for feed in joined.feeds {
            if feed.url.hasPrefix("exec:") || feed.url.hasPrefix("filter:") {
                Output.detail("runs a command at each refresh: \(feed.url)")
            } else if feed.url.hasPrefix("file:") {
                Output.detail("reads a local file: \(feed.url)")
            }
        }
        for problem in problems {
            let place = path.map { "line \(problem.line) of \($0)" } ?? "a line"
            let fate = joined.isWhole ? "stays, but is invalid in lede" : "was left out"
            Output.detail("\(place) \(fate): \(problem.reason)")
        }
    }
}

/// What becomes of another reader's files where lede has none of the kind yet, and what is to be said of it.
struct MovedFiles {
    private(set) var contents: [(path: String, bytes: [UInt8])] = []
    private(set) var reports: [() -> Void] = []

    /// The other reader's config file becomes lede's.
    mutating func add(_ moved: MovedConfig, from path: String, as config: String) {
        guard !PrivateFiles.exists(config) else {
            return reports.append { Output.columns("didn't import \(path): you already have \(config)") }
        }
        let problems = moved.config.allProblems
        contents.append((config, Array(moved.text(without: problems).utf8)))
        reports.append {
            Output.columns("created \(config) from \(path)")
            for line in moved.leftOut(problems) { Output.detail("left out: \(line.words)") }
            for line in moved.unlike(moved.config.allNotes, besides: problems) {
                Output.detail("works differently: \(line.words)")
            }
        }
    }

    /// What was typed at another reader's prompt becomes what was typed at lede's.
    mutating func add(history path: String, as file: String, keeping limit: Int) {
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        contents.append((file, Array(lines.map { $0 + "\n" }.joined().utf8)))
        reports.append { Output.columns("imported \(lines.count) lines of \(path)") }
    }
}

extension Int {
    /// “1 feed” or “2 feeds”.
    fileprivate func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}

extension MovedConfig.LeftOut {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(reason)" }
}
