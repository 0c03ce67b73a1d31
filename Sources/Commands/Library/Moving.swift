import Configuration
import Files
import FoundationEssentials
import Library
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

    /// Brings everything over, or nothing, and says what came. Every line that means nothing is named once.
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
        if let taken = report.taken { tell(of: taken) }
        tell(of: report.joined, report.problems, from: report.path)
        for file in report.files { tell(of: file) }
        for note in report.notes { Output.columns(note) }
        for line in report.leftBehind { Output.detail(line) }
        _ = try Subscriptions(paths, complains: false)
    }

    private func tell(of taken: TakenOver) {
        Output.columns("\(taken.items) items of \(taken.feeds) new feeds")
        for (count, what) in [
            (taken.read, "marked read"), (taken.starred, "starred"), (taken.tags, "tags"),
            (taken.deleted, "deleted there and never shown again"), (taken.hidden, "hidden by ignore-article")
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

extension Moving {
    private func tell(of file: ImportReport.FileFate) {
        switch file {
        case .configStays(let path, let config):
            Output.columns("\(path) is not brought over, since there is \(config) already")
        case .config(let path, let config, let leftOut, let unlike):
            Output.columns("\(config) made of \(path)")
            for line in leftOut { Output.detail("left out, \(line.words)") }
            for line in unlike { Output.detail("not the same, \(line.words)") }
        case .history(let path, let lines): Output.columns("\(lines) lines of \(path)")
        }
    }
}

extension MovedConfig.LeftOut {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(reason)" }
}
