import Addresses
import Configuration
import FoundationEssentials
import Library
import Spelling
import Subscriptions

extension Verb {
    static let exportOPML = Verb(
        name: "export opml", summary: "print your feeds as OPML",
        details: [
            "Groups and folders of servers become nested outlines, and tags become categories. Other readers can't use commands and local files, "
                + "so lede skips these feeds and lists them on standard error. It also leaves out user names and passwords "
                + "in URLs."
        ],
        options: [Option(name: "--credentials", meaning: "keep user names and passwords in URLs")],
        examples: [Example(line: "lede export opml > feeds.opml", meaning: "write a file for another reader")]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let feeds = try subscriptions.library.feeds()
        let details = try subscriptions.library.details(of: feeds)
        var (exported, left) = feeds.parted(by: subscriptions.list, details)
        let secret = exported.indices.filter { exported[$0].url.holdsCredentials }
        if !arguments.has("--credentials") {
            for index in secret { exported[index].url = exported[index].url.withoutCredentials }
            if !secret.isEmpty {
                Output.complain(
                    "left out user names and passwords in \(secret.count.counted("URL")): --credentials keeps them")
            }
        }
        Output.line(OPMLDocument(exported, date: Date().rfc822).text)
        for url in left { Output.complain("skipped “\(url.shownAddress)”: it isn't a web URL") }
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
                    url: feed.url, title: feed.name, site: details.site?.ifOnTheWeb, tags: tags, group: group,
                    isHidden: feed.isHidden))
        }
        return (exported, left)
    }
}
