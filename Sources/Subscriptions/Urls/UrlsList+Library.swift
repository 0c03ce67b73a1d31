import Addresses
package import Configuration
package import Library

extension UrlsList {
    /// The feeds as the library takes them.
    package var subscriptions: [Subscription] {
        feeds.map { feed in
            Subscription(
                feed.url, ownTitle: feed.title, tags: feed.allTags, folder: feed.group?.path, isHidden: feed.isHidden)
        }
    }

    /// The file itself, for the library to know again; nil where something is wrong with it, which has to be told each time.
    func followedFile(_ text: [UInt8]) -> FollowedFile? { allProblems.isEmpty ? FollowedFile(text) : nil }

    /// The queries whose filters can be understood, as the library takes them.
    var savedQueries: [SavedQuery] {
        queries.filter { $0.filterProblem == nil }.map { SavedQuery(name: $0.name, expression: $0.expression) }
    }

    /// What the library follows of the file, whose text this is the list of.
    package func followed(_ text: [UInt8]) -> FollowedList {
        FollowedList(subscriptions, queries: savedQueries, of: followedFile(text))
    }

    /// The addresses of feeds that are only fetched when they are named.
    package var pausedFeeds: Set<String> { Set(feeds.filter { $0.options?.refreshes == false }.map(\.url)) }

    /// The names of the queries that the list of feeds leaves out.
    package var hiddenQueries: Set<String> { Set(queries.filter(\.isHidden).map(\.name)) }

    /// The tags of the queries that have any, by their names.
    package var queryTags: [String: [String]] {
        Dictionary(queries.filter { !$0.allTags.isEmpty }.map { ($0.name, $0.allTags) }) { first, _ in first }
    }

    /// The first tag of the feeds that have any, by their URLs.
    package var firstTags: [String: String] {
        Dictionary(feeds.compactMap { feed in feed.tags.first.map { (feed.url, $0) } }) { first, _ in first }
    }

    /// What is wrong with the file, and with the filters of its queries, in the order of its lines.
    package var allProblems: [UrlsProblem] {
        let ofFilters = queries.compactMap { query in
            query.filterProblem.map {
                UrlsProblem(line: query.line, column: query.column + $0.column - 1, reason: $0.reason)
            }
        }
        return (problems + ofFilters).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// What is said of feeds whose servers need not prove who they are, as the person wants it.
    package var warnings: [String] {
        feeds.filter { $0.options?.verifies == false }.map { feed in
            "“\(feed.url.shownAddress)” may come from anybody: “verify no” is set for it"
        }
    }
}

extension UrlsFile {
    /// What the file says now, for the library to follow; nil where it can't be read.
    package var followedList: FollowedList? { (try? text()).map { UrlsList($0).followed($0) } }
}

extension QueryLine {
    fileprivate var filterProblem: FilterProblem? {
        do throws(FilterProblem) {
            _ = try Filter(expression)
            return nil
        } catch {
            return error
        }
    }
}
