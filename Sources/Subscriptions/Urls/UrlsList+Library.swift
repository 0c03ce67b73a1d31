import Addresses
package import Configuration
package import Library

extension UrlsList {
    /// The feeds for the library.
    package var subscriptions: [Subscription] {
        feeds.map { feed in
            Subscription(
                feed.url, ownTitle: feed.title, tags: feed.allTags, folder: feed.group?.path, isHidden: feed.isHidden)
        }
    }

    /// Returns the file for the library to recognise; nil if it has problems, which must be reported each time.
    func followedFile(_ text: [UInt8]) -> FollowedFile? { allProblems.isEmpty ? FollowedFile(text) : nil }

    /// The queries with valid filters, for the library.
    var savedQueries: [SavedQuery] {
        queries.filter { $0.filterProblem == nil }.map { SavedQuery(name: $0.name, expression: $0.expression) }
    }

    /// Returns what the library follows of the file with this text.
    package func followed(_ text: [UInt8]) -> FollowedList {
        FollowedList(
            subscriptions, queries: savedQueries, accounts: accounts.map(\.key), of: followedFile(text))
    }

    /// The URLs of paused feeds.
    package var pausedFeeds: Set<String> { Set(feeds.filter { $0.options?.refreshes == false }.map(\.url)) }

    /// The names of queries that the list of feeds hides.
    package var hiddenQueries: Set<String> { Set(queries.filter(\.isHidden).map(\.name)) }

    /// The tags of queries that have any, by name.
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

    /// Warnings about feeds and feed servers without the usual safety, as the user set it.
    package var warnings: [String] {
        let ofAccounts = accounts.flatMap { account -> [String] in
            [
                account.options.verifies == false
                    ? "anyone on the way can read the password of “\(account.displayName)”: “verify no” turns off its "
                        + "certificate check" : nil,
                account.options.mayBeInsecure == true && account.url.hasPrefix("http:")
                    ? "anyone on the way can read the password of “\(account.displayName)”: “insecure yes” allows http"
                    : nil
            ].compactMap(\.self)
        }
        return ofAccounts + warningsAboutFeeds
    }

    private var warningsAboutFeeds: [String] {
        feeds.filter { $0.options?.verifies == false }.map { feed in
            "“\(feed.url.shownAddress)” could come from anyone: “verify no” turns off its certificate check"
        }
    }
}

extension UrlsFile {
    /// The current contents of the file for the library; nil if it can't be read.
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
