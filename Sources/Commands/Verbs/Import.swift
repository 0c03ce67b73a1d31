import Configuration
import Files
import Library
import Subscriptions

extension Verb {
    static let importFeeds = Verb(
        name: "import opml", operands: "FILE", summary: "subscribe to the feeds of another reader's list"
    ) { arguments in
        let path = arguments.operands[0]
        guard PrivateFiles.exists(path) else {
            throw CommandFailure.failed("\(path) is not there: name the list that another reader has exported")
        }
        let list: OPML
        do {
            list = try OPML(PrivateFiles.read(path))
        } catch let failure as OPML.Failure {
            throw CommandFailure.failed("\(path):\(failure.line): \(failure)")
        }
        let subscriptions = try Subscriptions(arguments.paths())
        let added = try subscriptions.urls.add(list.feeds, in: subscriptions.library)
        for url in list.refused { Output.complain("“\(url)” does not lead to the web, so it is not imported") }
        Output.line("\(added.count) of \(list.feeds.count) feeds added")
        let hidden = list.feeds.count { $0.isHidden && added.contains($0.address.url) }
        if hidden > 0 { Output.detail("\(hidden) of them hidden") }
        subscriptions.library.settle()
        return 0
    }
}
