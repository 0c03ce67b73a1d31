package import Configuration
package import Library
import System
import URLs

/// The library and the urls file that a command works on.
package struct Subscriptions {
    package let library: Library
    package let urls: UrlsFile
    private let text: [UInt8]

    /// Opens or creates the library, and makes it follow the urls file.
    ///
    /// Invalid lines are reported, unless `complains` is false, and the others count.
    package init(_ paths: Paths, complains: Bool = true, complain: (String) -> Void) throws {
        urls = UrlsFile(path: paths.urls)
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        library = try Library(paths)
        if let salvage = library.salvage { complain(salvage.description) }
        guard urls.exists else {
            text = []
            return
        }
        text = try urls.text()
        let list = list
        if complains { self.complain(of: list, complain) }
        try library.follow(list.followed(text)) { [urls] in urls.followedList }
    }

    private init(library: Library, urls: UrlsFile, text: [UInt8]) {
        self.library = library
        self.urls = urls
        self.text = text
    }

    /// The contents of the urls file, parsed on access, since most commands only need the library to follow it.
    package var list: UrlsList { UrlsList(text) }

    /// Reports invalid lines.
    private func complain(of list: UrlsList, _ complain: (String) -> Void) {
        for problem in list.allProblems { complain(problem.words(in: urls.path)) }
    }
}

extension Subscriptions {
    /// Opens them for a command that only reads: a status bar must neither write nor wait.
    ///
    /// The library is opened for writing only if it must be created, migrated or updated from the urls file.
    package init(reading paths: Paths, complain: (String) -> Void) throws {
        let urls = UrlsFile(path: paths.urls)
        guard let library = Library(reading: paths.library, pictures: paths.pictures) else {
            try self.init(paths, complain: complain)
            return
        }
        let text = try urls.exists ? urls.text() : []
        self.init(library: library, urls: urls, text: text)
        // A file that the library already follows has no problems.
        guard urls.exists, try !library.isFollowing(text) else { return }
        let list = list
        guard try library.isFollowing(list.subscriptions) else {
            try self.init(paths, complain: complain)
            return
        }
        self.complain(of: list, complain)
    }
}

extension Library {
    /// Opens this installation's library, whose steps are sealed with its key.
    package convenience init(_ paths: Paths) throws(LibraryFailure) {
        try self.init(path: paths.library, pictures: paths.pictures) { InstallationKey(path: paths.key).bytes }
    }
}

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
        return (problems + ofFilters + enqueueing(all: false).problems).sorted {
            ($0.line, $0.column) < ($1.line, $1.column)
        }
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
