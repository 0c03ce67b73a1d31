import Configuration
import FoundationEssentials
import Library
import MovingIn
import Subscriptions
import System
import URLs

extension Subcommand {
    static let importFeeds = Subcommand(
        name: "import opml", operands: "FILE", summary: "add the feeds in an OPML file",
        details: [
            """
            Skips feeds you already have, and any that aren't http or https URLs. The feeds go to the urls file, or to the \
            feed server that you name.
            """
        ],
        options: [
            Option(name: "--account", value: "NAME", meaning: "feed server to add them to, by title or URL")
        ]
    ) { arguments in
        let path = arguments.operands[0]
        guard PrivateFiles.exists(path) else {
            throw CommandFailure.failed("no file \(path): use an OPML file that another reader exported")
        }
        let list: OPML
        do {
            list = try OPML(PrivateFiles.read(path))
        } catch let failure as OPML.Failure {
            throw CommandFailure.failed("\(path):\(failure.line): \(failure)")
        }
        let subscriptions = try Subscriptions(arguments)
        let account = try arguments.value(of: "--account").map(subscriptions.list.account(named:))
        let added =
            try account.map { try subscriptions.urls.add(list.feeds, to: $0, in: subscriptions.library) }
            ?? subscriptions.urls.add(list.feeds, in: subscriptions.library)
        for url in list.refused {
            let reason = url.utf8.count > Address.longest ? "it is longer than 8 KB" : "it isn't a web URL"
            arguments.output.complain("skipped “\(url.shownAddress.prefix(200))”: \(reason)")
        }
        arguments.output.line("added \(added.count) of \(list.feeds.count.counted("feed"))")
        let hidden = list.feeds.count { $0.isHidden && added.contains($0.address.url) }
        if hidden > 0 { arguments.output.detail("\(hidden) of them hidden") }
        if account != nil, !added.isEmpty { arguments.output.detail("“lede sync” sends them") }
        subscriptions.library.settle()
        return 0
    }

    static let importNewsboat = Subcommand(
        name: "import newsboat", operands: "[DIR]", summary: "import feeds, items and read state from newsboat",
        details: [
            """
            DIR is the folder with newsboat's files. Without DIR, lede looks where newsboat does. lede copies the files \
            before reading them, doesn't change them, and runs no command in them.
            """,
            """
            Flags become tags with the same letter. Deleted items stay deleted. Feeds in newsboat's cache that are missing \
            from its urls file stay hidden until you add them again. If you have no config file yet, lede converts newsboat's, \
            with the files it includes. Lines that don't work in lede become comments with the reason. podboat's queue comes \
            along, as with “lede import podboat”.
            """,
            Moving.undoingWithConfig
        ],
        examples: [Example(line: "lede import newsboat", meaning: "import everything")]
    ) { arguments in
        try Moving(arguments).run(.newsboat, arguments)
        return 0
    }

    static let importPodboat = Subcommand(
        name: "import podboat", operands: "[DIR]", summary: "queue the episodes of podboat's queue",
        details: [
            """
            DIR is the folder with podboat's file “queue”. Without DIR, lede looks where podboat does. Queues the items that \
            have these files, in podboat's order, and marks finished ones heard and read. Takes over downloaded files in \
            lede's folder (download-path). Names URLs that no item has. lede doesn't change podboat's queue.
            """,
            """
            Imports everything or nothing. “lede undo” takes the items out of the queue, removes the marks, and leaves the files \
            where they are.
            """
        ]
    ) { arguments in
        try Moving(arguments).run(.podboat, arguments)
        return 0
    }

    static let importNewsraft = Subcommand(
        name: "import newsraft", operands: "[DIR]", summary: "import feeds, items and read state from newsraft",
        details: [
            """
            DIR is the folder with newsraft's files. Without DIR, lede looks where newsraft does. Important items become \
            starred, sections become groups, and commands in $() become exec: feeds. If you have no config file yet, lede \
            converts newsraft's. Lines that don't work in lede become comments with the reason.
            """,
            Moving.undoingWithConfig
        ]
    ) { arguments in
        try Moving(arguments).run(.newsraft, arguments)
        return 0
    }

    static let importSfeed = Subcommand(
        name: "import sfeed", operands: "[DIR]", summary: "import feeds and items from sfeed",
        details: [
            """
            DIR is the folder with sfeedrc and the folder “feeds” (default: ~/.sfeed). lede reads the script but doesn't run \
            it. Read marks come from the file in $SFEED_URL_FILE, or the file “urls” in DIR, as in sfeed_curses. Without \
            this file, items older than a day count as read, as in sfeed_curses.
            """,
            Moving.undoing
        ]
    ) { arguments in
        try Moving(arguments).run(.sfeed, arguments)
        return 0
    }
}

/// Imports another reader's data, and prints what was imported and what was not.
struct Moving {
    private let paths: Paths
    private let output: Output

    /// Part of each import's help.
    static let undoing = """
        Imports everything or nothing. “lede undo” removes the imported feeds with their items, and the marks added to items \
        you already had. Items added to feeds you already had stay.
        """

    fileprivate static let undoingWithConfig = "\(undoing) So does the config file that the import created."

    init(_ arguments: Arguments) throws {
        paths = try arguments.paths()
        output = arguments.output
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
        if let taken = report.taken {
            let hidden = try taken.feeds.subtracting(library.feeds().map(\.url)).count
            tell(of: taken, hidden: hidden, from: reader)
        }
        if reader != .podboat { tell(of: report.joined, report.taken, report.problems, from: report.path) }
        if let queued = report.queued { tell(of: queued) }
        for file in report.files { tell(of: file) }
        for note in report.notes { output.columns(note) }
        for line in report.leftBehind { output.detail(line) }
        _ = try Subscriptions(paths, complains: false, complain: output.complain)
    }

    private func tell(of taken: TakenOver, hidden: Int, from reader: OtherReader) {
        let feeds = taken.feeds.isEmpty ? "" : " of \(taken.feeds.count.counted("feed"))"
        output.columns("imported \(taken.items.counted("item"))\(feeds)")
        for (count, what) in [
            (hidden, "of these feeds hidden: not in \(reader)'s list"),
            (taken.read, "marked read"), (taken.starred, "starred"),
            (taken.tags, reader == .newsboat ? "flags became tags" : "tags"),
            (taken.deleted, "deleted, so lede never shows them"), (taken.hidden, "hidden by ignore-article")
        ] where count > 0 {
            output.detail("\(count) \(what)")
        }
    }

    private func tell(of queued: TakenOver.Queued) {
        output.columns("queued \(queued.items.counted("episode")) from podboat's queue")
        if queued.heard > 0 { output.detail("\(queued.heard) marked heard") }
        if queued.files > 0 { output.detail("\(queued.files.counted("downloaded file")) taken over") }
        guard !queued.unknown.isEmpty else { return }
        let names = queued.unknown.prefix(3).map { String($0.shownAddress.prefix(200)) }.joined(separator: ", ")
        let rest = queued.unknown.count > 3 ? "…" : ""
        output.detail("left out \(queued.unknown.count.counted("URL")) that no item has: \(names)\(rest)")
    }

    private func tell(of joined: UrlsText.Joined, _ taken: TakenOver?, _ problems: [UrlsProblem], from path: String?) {
        let queries =
            joined.queries.isEmpty ? "" : " and \(joined.queries.count.counted("saved search", "saved searches"))"
        output.columns("added \(joined.feeds.count.counted("feed"))\(queries) to \(paths.urls)")
        let empty = joined.feeds.count { taken?.feeds.contains($0.url) == false }
        if empty > 0 { output.detail("\(empty) of them without items so far") }
        for feed in joined.feeds {
            if feed.url.runsCommand {
                output.detail("runs a command at each refresh: \(feed.url)")
            } else if feed.url.hasPrefix("file:") {
                output.detail("reads a local file: \(feed.url)")
            }
        }
        for account in joined.accounts { tell(of: account) }
        for problem in problems {
            let place = path.map { "line \(problem.line) of \($0)" } ?? "a line"
            let fate = joined.isWhole ? "stays, but is invalid in lede" : "was left out"
            output.detail("\(place) \(fate): \(problem.reason)")
        }
    }

    private func tell(of account: AccountLine) {
        output.columns("added the feed server \(account.url), which lede syncs with")
        if let command = account.options.passwordCommand {
            output.detail("runs a command at each sync: \(command)")
        } else if account.options.password != nil {
            output.detail("copied its password to \(paths.urls), which only you should be able to read")
        }
    }

    private func tell(of file: ImportReport.FileFate) {
        switch file {
        case .configStays(let path, let config):
            output.columns("didn't import \(path): you already have \(config)")
        case .config(let path, let config, let remarks):
            output.columns("created \(config) from \(path)")
            for line in remarks.leftOut { output.detail("left out: \(line.words)") }
            for line in remarks.unlike { output.detail("works differently: \(line.words)") }
            for line in remarks.programs { output.detail("runs a program: \(line.words)") }
        case .history(let path, let lines): output.columns("imported \(lines) lines of \(path)")
        }
    }
}

extension ImportedConfig.Remark {
    fileprivate var words: String { "line \(line)\(file.map { " of \($0)" } ?? ""): \(text)" }
}

extension Subcommand {
    static let exportOPML = Subcommand(
        name: "export opml", summary: "print your feeds as OPML",
        details: [
            "Groups and folders of servers become nested outlines, and tags become categories. Other readers can't use commands and local files, "
                + "so lede skips these feeds and lists them on standard error. It also leaves out user names and passwords "
                + "in URLs."
        ],
        options: [Option(name: "--credentials", meaning: "keep user names and passwords in URLs")],
        examples: [Example(line: "lede export opml > feeds.opml", meaning: "write a file for another reader")]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments)
        let feeds = try subscriptions.library.feeds()
        let details = try subscriptions.library.details(of: feeds)
        var (exported, left) = feeds.parted(by: subscriptions.list, details)
        let secret = exported.indices.filter { exported[$0].url.holdsCredentials }
        if !arguments.has("--credentials") {
            for index in secret { exported[index].url = exported[index].url.withoutCredentials }
            if !secret.isEmpty {
                arguments.output.complain(
                    "left out user names and passwords in \(secret.count.counted("URL")): --credentials keeps them")
            }
        }
        arguments.output.line(OPMLDocument(exported, date: Date().rfc822).text)
        for url in left { arguments.output.complain("skipped “\(url.shownAddress)”: it isn't a web URL") }
        return 0
    }
}

extension [Feed] {
    /// The feeds that OPML for other readers can contain, and the URLs of the others. Exported tags are those of the
    /// urls file, without groups. The first folder of a server's feed becomes its group, as other readers have it.
    fileprivate func parted(
        by list: UrlsList, _ details: [FeedDetails]
    ) -> (exported: [OPMLDocument.Feed], left: [String]) {
        let lines = Dictionary(list.feeds.map { ($0.url, $0) }) { first, _ in first }
        var exported: [OPMLDocument.Feed] = []
        var left: [String] = []
        for (feed, details) in zip(self, details) {
            guard Address(fromOutside: feed.url) != nil else {
                left.append(feed.url)
                continue
            }
            let isOnServer = feed.account != nil
            let group = (isOnServer ? feed.tags.first : feed.folder).flatMap { FeedGroup(path: $0) }
            // The library has the tags of a missing urls file, and its groups among them.
            let tags =
                isOnServer
                ? [String](feed.tags.dropFirst(group == nil ? 0 : 1))
                : lines[feed.url]?.tags ?? feed.tags.filter { group?.tags.contains($0) != true }
            exported.append(
                OPMLDocument.Feed(
                    url: isOnServer ? feed.url.plainURL : feed.url, title: feed.name, site: details.site?.ifOnTheWeb,
                    tags: tags, group: group,
                    isHidden: feed.isHidden))
        }
        return (exported, left)
    }
}
