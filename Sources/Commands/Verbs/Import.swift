import Configuration
import Files
import Library
import Spelling
import Subscriptions

extension Verb {
    static let importFeeds = Verb(
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
        let subscriptions = try Subscriptions(arguments.paths())
        let account = try arguments.value(of: "--account").map(subscriptions.list.account(named:))
        let added =
            try account.map { try subscriptions.urls.add(list.feeds, to: $0, in: subscriptions.library) }
            ?? subscriptions.urls.add(list.feeds, in: subscriptions.library)
        for url in list.refused { Output.complain("skipped “\(url)”: it isn't a web URL") }
        Output.line("added \(added.count) of \(list.feeds.count.counted("feed"))")
        let hidden = list.feeds.count { $0.isHidden && added.contains($0.address.url) }
        if hidden > 0 { Output.detail("\(hidden) of them hidden") }
        if account != nil, !added.isEmpty { Output.detail("“lede sync” sends them") }
        subscriptions.library.settle()
        return 0
    }
}
