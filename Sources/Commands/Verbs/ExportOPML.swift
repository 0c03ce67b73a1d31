import Configuration
import FoundationEssentials
import Library
import ViewModels

extension Verb {
    static let exportOPML = Verb(
        name: "export opml", summary: "print the feeds as a list that other readers take",
        details: [
            "Groups are nested as they are in the urls file, and tags are categories. Other readers could make "
                + "nothing of commands and of files of this machine: these feeds are left out, and named."
        ],
        examples: [Example(line: "lede export opml > feeds.opml", meaning: "a list for another reader")]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let feeds = try subscriptions.library.feeds()
        let details = try subscriptions.library.details(of: feeds)
        let (exported, left) = feeds.parted(by: subscriptions.list, details)
        Output.line(OPMLDocument(exported, date: Date().rfc822).text)
        for url in left { Output.complain("“\(url)” does not lead to the web, so it is not exported") }
        return 0
    }
}

extension [Feed] {
    /// Those that a list for other readers can hold, and the addresses of the others. Of the tags it has those that the
    /// urls file gives beside the groups.
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
            exported.append(
                OPMLDocument.Feed(
                    url: feed.url, title: feed.name, site: details.site, tags: lines[feed.url]?.tags ?? [],
                    group: feed.folder.flatMap(FeedGroup.init(path:)), isHidden: feed.isHidden))
        }
        return (exported, left)
    }
}
