import Configuration
import Library
import Subscriptions
import System

extension Subcommand {
    static let backup = Subcommand(
        name: "backup", operands: "FILE", summary: "back up the library to a file",
        details: [
            """
            Saves your feeds, items and marks, but no undo history that “lede restore” would bring back. lede may be open meanwhile. If FILE is an older backup, the new \
            one replaces it once it is complete. lede never replaces any other file.
            """,
            """
            A backup doesn't include the urls and config files: copy them yourself.
            """
        ],
        examples: [Example(line: "lede backup ~/backups/lede-$(date +%F).db", meaning: "keep one backup for each day")]
    ) { arguments in
        let library = try Library(path: existingLibrary(arguments))
        let file = Paths.absolute(arguments.operands[0])
        guard let destination = PrivateFiles.resolvingOwnLinks(file) else {
            throw CommandFailure.failed("\(file) is a link of another user: choose another name")
        }
        let folder = PrivateFiles.parent(of: destination)
        guard PrivateFiles.exists(folder) else {
            throw CommandFailure.failed("no folder \(folder): create it first, or choose another")
        }
        try library.backUp(to: destination)
        return 0
    }

    static let restore = Subcommand(
        name: "restore", operands: "FILE", summary: "replace the library with a backup",
        details: [
            """
            Fails while another lede has the library open, or if FILE isn't a backup. Keeps the old library and prints \
            its new path.
            """,
            """
            FILE may come from someone else. lede restores its feeds, items and marks, but not its undo history. lede runs \
            commands and reads local files that FILE names only if your urls file lists them too. Prints what was left out.
            """
        ]
    ) { arguments in
        let paths = try arguments.paths()
        let backup = Paths.absolute(arguments.operands[0])
        guard PrivateFiles.exists(backup) else {
            throw CommandFailure.failed("no file \(backup): use a file that “lede backup” made")
        }
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        let restored = try Library.restore(backup, to: paths.library)
        let output = arguments.output
        if let replaced = restored.replaced { output.columns("the old library is now \(replaced)") }
        if restored.forgetsSteps { output.line("the undo history was not restored") }
        if restored.leftOutRows > 0 {
            output.line("left out: \(restored.leftOutRows.counted("row")) that lede doesn't write")
        }
        try nameForeignSources(paths, output)
        return 0
    }

    private static func nameForeignSources(_ paths: Paths, _ output: Output) throws {
        let own = Set((try? UrlsFile(path: paths.urls).read())?.urls ?? [])
        for feed in try Library(paths).feeds() where !own.contains(feed.url) {
            if Address(fromOutside: feed.url) != nil { continue }
            output.columns("left out, because your urls file doesn't list it: \(feed.url)")
        }
    }

    /// The library's path; throws if there is no library, as an empty one needs no backup.
    private static func existingLibrary(_ arguments: Arguments) throws -> String {
        let path = try arguments.paths().library
        guard PrivateFiles.exists(path) else {
            throw CommandFailure.failed("no library at \(path): “lede refresh” creates it")
        }
        return path
    }

    static let exportJSON = Subcommand(
        name: "export json", summary: "print all feeds and items as JSON",
        details: [
            "Prints one JSON object per line: the feeds, then the items with their texts. “type” is “feed” or “item”. “page_html” is the article of an item's web page, if lede has it."
        ],
        examples: [
            Example(
                line: "lede export json | gzip > lede.jsonl.gz", meaning: "save everything in a portable format")
        ]
    ) { arguments in
        let library = try Subscriptions(reading: arguments).library
        let feeds = try library.feeds()
        var lines = arguments.output.jsonLines
        let details = try library.details(of: feeds)
        for (feed, details) in zip(feeds, details) { lines.add(feed.json(details).typed("feed")) }
        let names = try library.feedNames()
        var last = ItemID(0)
        // Page by page, so that other processes can write to the library in between.
        while true {
            let items = try library.itemIDs(after: last, limit: 1000)
            guard let end = items.last else { break }
            for item in items {
                guard let article = try library.article(item) else { continue }
                let page = article.item.hasPage ? try library.fullText(of: item) : nil
                lines.add(article.json(in: names[article.item.feed], page).typed("item"))
            }
            last = end
        }
        lines.end()
        return 0
    }
}

extension JSON {
    /// The object with its type as the first member.
    fileprivate func typed(_ type: String) -> JSON {
        let first = [("type", JSON.string(type))]
        return switch self {
        case .object(let members): .members(first + members.map { ($0.key, $0.value) })
        case .members(let members): .members(first + members)
        default: self
        }
    }
}
