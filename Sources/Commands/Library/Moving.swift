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
        Everything comes over or nothing. “lede undo” takes the feeds away again that came, with their items, and the marks \
        on items that were there before; the config file and items of feeds that were there before stay.
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
        Output.columns("\(taken.items) items of \(taken.feeds) new feeds")
        for (count, what) in [
            (taken.read, "marked read"), (taken.starred, "starred"), (taken.tags, "tags"),
            (taken.deleted, "deleted there and never shown again")
        ] where count > 0 {
            Output.detail("\(count) \(what)")
        }
    }

    private func tell(of joined: UrlsText.Joined, _ problems: [UrlsProblem], from path: String?) {
        Output.columns("\(joined.feeds.count + joined.queries.count) feeds and queries added to \(paths.urls)")
        for feed in joined.feeds {
            if feed.url.hasPrefix("exec:") || feed.url.hasPrefix("filter:") {
                Output.detail("has a command run at each refresh: \(feed.url)")
            } else if feed.url.hasPrefix("file:") {
                Output.detail("is a file of this machine: \(feed.url)")
            }
        }
        for problem in problems {
            let place = path.map { "line \(problem.line) of \($0)" } ?? "a line"
            let fate = joined.isWhole ? "came as it is, and means nothing to lede" : "is left out"
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
            return reports.append { Output.columns("\(path) is not brought over, since there is \(config) already") }
        }
        let problems = moved.config.allProblems
        contents.append((config, Array(moved.text(without: problems).utf8)))
        reports.append {
            Output.columns("\(config) made of \(path)")
            for line in moved.leftOut(problems) { Output.detail("left out, \(line.words)") }
            for line in moved.unlike(moved.config.allNotes, besides: problems) {
                Output.detail("not the same, \(line.words)")
            }
        }
    }

    /// What was typed at another reader's prompt becomes what was typed at lede's.
    mutating func add(history path: String, as file: String, keeping limit: Int) {
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        contents.append((file, Array(lines.map { $0 + "\n" }.joined().utf8)))
        reports.append { Output.columns("\(lines.count) lines of \(path)") }
    }
}

extension MovedConfig.LeftOut {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(reason)" }
}
