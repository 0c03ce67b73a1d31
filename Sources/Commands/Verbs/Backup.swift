import Configuration
import Files
import Library
import Subscriptions

extension Verb {
    static let backup = Verb(
        name: "backup", operands: "FILE", summary: "copy the library to a file, as it is now",
        details: [
            """
            An open reader goes on meanwhile. The file is whole or is not there at all; an older backup is replaced, and nothing \
            else is. It holds everything fetched and everything done; the urls and config files are text, and are copied \
            as such.
            """
        ],
        examples: [Example(line: "lede backup ~/backups/lede-$(date +%F).db", meaning: "one copy a day")]
    ) { arguments in
        let library = try Library(path: existingLibrary(arguments))
        let destination = PrivateFiles.resolvingLinks(Paths.absolute(arguments.operands[0]))
        let folder = PrivateFiles.parent(of: destination)
        guard PrivateFiles.exists(folder) else {
            throw CommandFailure.failed("there is no folder \(folder): make it first, or name another")
        }
        try library.backUp(to: destination)
        return 0
    }

    static let restore = Verb(
        name: "restore", operands: "FILE", summary: "put a copy that “backup” made in the library's place",
        details: [
            """
            It is refused while another lede has the library open, and where FILE is no library. The library that was there \
            is not deleted: where it lies now is printed.
            """,
            """
            FILE may be somebody else's. lede takes over its feeds, items and marks, and leaves out its undo history. It fetches \
            commands and files of this machine only if your urls file names them. It prints what it leaves out.
            """
        ]
    ) { arguments in
        let paths = try arguments.paths()
        let backup = Paths.absolute(arguments.operands[0])
        guard PrivateFiles.exists(backup) else {
            throw CommandFailure.failed("\(backup) is not there: name a file that “lede backup” made")
        }
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        let restored = try Library.restore(backup, to: paths.library)
        if let replaced = restored.replaced { Output.columns("the library that was there is now \(replaced)") }
        if restored.forgetsSteps { Output.line("left out: the undo history, which may be somebody else's") }
        if restored.leftOutRows > 0 {
            let rows = restored.leftOutRows == 1 ? "1 row" : "\(restored.leftOutRows) rows"
            Output.line("left out: \(rows) that lede doesn't write")
        }
        try nameForeignSources(paths)
        return 0
    }

    private static func nameForeignSources(_ paths: Paths) throws {
        let own = Set((try? UrlsFile(path: paths.urls).read())?.urls ?? [])
        for feed in try Library(paths).feeds() where !own.contains(feed.url) {
            if Address(fromOutside: feed.url) != nil { continue }
            Output.columns("left out, as your urls file does not name it: \(feed.url)")
        }
    }

    /// The path of the library, where there is one: an empty one is not worth a copy.
    private static func existingLibrary(_ arguments: Arguments) throws -> String {
        let path = try arguments.paths().library
        guard PrivateFiles.exists(path) else {
            throw CommandFailure.failed("\(path) is not there: “lede refresh” makes it")
        }
        return path
    }
}
