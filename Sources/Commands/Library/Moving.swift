import Addresses
import Configuration
import Files
import FoundationEssentials
import Library
import Spelling
import Subscriptions

/// Imports another reader's data, and prints what was imported and what was not.
struct Moving {
    let paths: Paths

    /// Part of each import's help.
    static let undoing = """
        Imports everything or nothing. “lede undo” removes the imported feeds with their items, and the marks added to items \
        you already had. Items added to feeds you already had stay.
        """

    static let undoingWithConfig = "\(undoing) So does the config file that the import created."

    init(_ arguments: Arguments) throws {
        paths = try arguments.paths()
        try PrivateFiles.makeDirectory(paths.dataDirectory)
    }

    /// Imports everything or nothing, and prints the result. Names each invalid line once.
    func run(_ reader: OtherReader, _ arguments: Arguments) throws {
        let imported = try Import(
            from: reader, in: arguments.operands.first.map(Paths.absolute), arguments.environment, paths,
            judge: \.verdict)
        let library = try Library(paths)
        let report: ImportReport
        do {
            report = try imported.perform(in: library, UrlsFile(path: paths.urls), at: Date())
        } catch let failure as TakeoverFailure {
            throw CommandFailure.failed("nothing was imported: \(failure)")
        }
        library.settle()
        if let taken = report.taken { tell(of: taken, from: reader) }
        tell(of: report.joined, report.problems, from: report.path)
        for file in report.files { tell(of: file) }
        for note in report.notes { Output.columns(note) }
        for line in report.leftBehind { Output.detail(line) }
        _ = try Subscriptions(paths, complains: false)
    }

    private func tell(of taken: TakenOver, from reader: OtherReader) {
        Output.columns("imported \(taken.items.counted("item")) and \(taken.feeds.counted("new feed"))")
        for (count, what) in [
            (taken.read, "marked read"), (taken.starred, "starred"),
            (taken.tags, reader == .newsboat ? "flags became tags" : "tags"),
            (taken.deleted, "deleted, so lede never shows them"), (taken.hidden, "hidden by ignore-article")
        ] where count > 0 {
            Output.detail("\(count) \(what)")
        }
    }

    private func tell(of joined: UrlsText.Joined, _ problems: [UrlsProblem], from path: String?) {
        let queries =
            joined.queries.isEmpty ? "" : " and \(joined.queries.count.counted("saved search", "saved searches"))"
        Output.columns("added \(joined.feeds.count.counted("feed"))\(queries) to \(paths.urls)")
        for feed in joined.feeds {
            if feed.url.runsCommand {
                Output.detail("runs a command at each refresh: \(feed.url)")
            } else if feed.url.hasPrefix("file:") {
                Output.detail("reads a local file: \(feed.url)")
            }
        }
        for account in joined.accounts { tell(of: account) }
        for problem in problems {
            let place = path.map { "line \(problem.line) of \($0)" } ?? "a line"
            let fate = joined.isWhole ? "stays, but is invalid in lede" : "was left out"
            Output.detail("\(place) \(fate): \(problem.reason)")
        }
    }
}

extension Moving {
    private func tell(of account: AccountLine) {
        Output.columns("added the feed server \(account.url), which lede syncs with")
        if let command = account.options.passwordCommand {
            Output.detail("runs a command at each sync: \(command)")
        } else if account.options.password != nil {
            Output.detail("copied its password to \(paths.urls), which only you should be able to read")
        }
    }

    private func tell(of file: ImportReport.FileFate) {
        switch file {
        case .configStays(let path, let config):
            Output.columns("didn't import \(path): you already have \(config)")
        case .config(let path, let config, let remarks):
            Output.columns("created \(config) from \(path)")
            for line in remarks.leftOut { Output.detail("left out: \(line.words)") }
            for line in remarks.unlike { Output.detail("works differently: \(line.words)") }
            for line in remarks.programs { Output.detail("runs a program: \(line.words)") }
        case .history(let path, let lines): Output.columns("imported \(lines) lines of \(path)")
        }
    }
}

extension MovedConfig.Remark {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(text)" }
}
