import Configuration
import FoundationEssentials
import Library
import MovingIn
import ViewModels

/// Brings over what another reader kept, and says what came and what did not.
struct Moving {
    let paths: Paths

    init(_ arguments: Arguments) throws {
        paths = try arguments.paths()
        try PrivateFiles.makeDirectory(paths.dataDirectory)
    }

    /// A file of another reader's; nil where there is none.
    func text(of path: String) throws -> [UInt8]? {
        PrivateFiles.exists(path) ? try PrivateFiles.read(path) : nil
    }

    /// Items first: what is subscribed to without them would be fetched as if it were new.
    ///
    /// Every line that means nothing is named once: `path` is the file with these lines, where there is one.
    func run(_ store: (some ForeignStore<MovingFailure>)?, subscriptions: UrlsText, from path: String? = nil) throws {
        if let store { try takeOver(store) }
        let urls = UrlsFile(path: paths.urls)
        let joined = try urls.edit { $0.join(subscriptions) }
        Output.columns("\(joined.feeds.count + joined.queries.count) feeds and queries added to \(paths.urls)")
        for feed in joined.feeds {
            if feed.url.hasPrefix("exec:") || feed.url.hasPrefix("filter:") {
                Output.detail("has a command run at each refresh: \(feed.url)")
            } else if feed.url.hasPrefix("file:") {
                Output.detail("is a file of this machine: \(feed.url)")
            }
        }
        for problem in subscriptions.list.allProblems {
            let place = path.map { "line \(problem.line) of \($0)" } ?? "a line"
            let fate = joined.isWhole ? "came as it is, and means nothing to lede" : "is left out"
            Output.detail("\(place) \(fate): \(problem.reason)")
        }
        _ = try Subscriptions(paths, complains: false)
    }

    private func takeOver(_ store: some ForeignStore<MovingFailure>) throws {
        let library = try Library(path: paths.library)
        let taken: TakenOver
        do {
            taken = try library.takeOver(store, at: Date())
        } catch {
            switch error {
            case .source(let failure): throw CommandFailure.failed("nothing was imported: \(failure)")
            case .library(let failure): throw failure
            }
        }
        library.settle()
        Output.columns("\(taken.items) items of \(taken.feeds) new feeds")
        for (count, what) in [
            (taken.read, "marked read"), (taken.starred, "starred"), (taken.tags, "tags"),
            (taken.deleted, "deleted there and never shown again")
        ] where count > 0 {
            Output.detail("\(count) \(what)")
        }
    }

    /// The other reader's config file becomes lede's, where there is none yet.
    func bringOver(_ moved: MovedConfig, from path: String) throws {
        guard !PrivateFiles.exists(paths.config) else {
            return Output.columns("\(path) is not brought over, since there is \(paths.config) already")
        }
        let problems = moved.config.allProblems
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try PrivateFiles.write(Array(moved.text(without: problems).utf8), to: paths.config)
        Output.columns("\(paths.config) made of \(path)")
        for line in moved.leftOut(problems) { Output.detail("left out, \(line.words)") }
        for line in moved.unlike(moved.config.allNotes, besides: problems) {
            Output.detail("not the same, \(line.words)")
        }
    }

    /// What was typed at another reader's prompt becomes what was typed at lede's, where there is none yet.
    func bringOver(history path: String, as name: String) throws {
        let file = "\(paths.stateDirectory)/history.\(name)"
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let limit = Config.read(paths).number(.historyLimit)
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        try PrivateFiles.makeDirectory(paths.stateDirectory)
        try PrivateFiles.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: file)
        Output.columns("\(lines.count) lines of \(path)")
    }
}

extension MovedConfig.LeftOut {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(reason)" }
}
