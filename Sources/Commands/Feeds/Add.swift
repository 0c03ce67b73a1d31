import Configuration
import FoundationEssentials
import Library
import Refresh
import Subscriptions
import System

extension Subcommand {
    static let add = Subcommand(
        name: "add", operands: "URL", summary: "add a feed by URL",
        details: [
            "lede checks the URL first. If it's a web page, lede adds the first feed the page links to and lists the "
                + "others. If the URL can't be reached or answers with an error, lede adds it anyway.",
            "If you have a feed server, the feed goes to the first one in your urls file that can add feeds, with the next "
                + "sync; its tags are folders there. URLs with a password, commands and local files stay in the urls file."
        ],
        options: [
            Option(name: "--title", value: "TITLE", meaning: "title to use instead of its own"),
            Option(name: "--tags", value: "TAGS", meaning: "tags, separated by commas"),
            Option(name: "--group", value: "GROUP", meaning: "group of the feed, such as code/swift"),
            Option(name: "--account", value: "NAME", meaning: "feed server to add it to, by title or URL"),
            Option(name: "--here", meaning: "add it to the urls file, though you have a feed server"),
            Option(name: "--as-is", meaning: "add the URL without checking it")
        ],
        examples: [
            Example(line: "lede add swift.org", meaning: "add the feed that this site links to"),
            Example(
                line: "lede add https://lwn.net/headlines/rss --tags news,linux", meaning: "add a feed with two tags")
        ]
    ) { arguments in
        let text = arguments.operands[0]
        let typed: Address
        do { typed = try Address(typed: text) } catch { throw CommandFailure.usage("\(error)") }
        let group = try arguments.value(of: "--group").map { path in
            guard let group = FeedGroup(path: path) else {
                throw CommandFailure.usage("invalid group “\(path)”: use a path such as code/swift")
            }
            return group
        }
        let tags = arguments.value(of: "--tags")?.split(separator: ",").map(String.init) ?? []
        for tag in tags { if let problem = UrlsText.problem(ofTag: tag) { throw CommandFailure.usage(problem) } }
        let (paths, output) = (try arguments.paths(), arguments.output)
        let subscriptions = try Subscriptions(arguments)
        if try subscriptions.library.feeds().contains(where: { $0.url == typed.url }) {
            output.complain("you already have “\(typed.shown)”")
            return 0
        }
        let wanted = try FeedTarget(arguments, subscriptions.list)
        if group != nil, wanted != .here, !subscriptions.list.accountsForFeeds.isEmpty {
            throw CommandFailure.usage("groups are in the urls file: use --here, or --tags for a folder on the server")
        }
        let plain = Address(typedWithoutScheme: text)
        let settings = RefreshSettings(Config.read(paths), paths)
        let (address, failure) =
            arguments.has("--as-is") ? (typed, nil) : try Self.feed(at: typed, orElse: plain, settings, output)
        let feed = NewFeed(address, title: arguments.value(of: "--title"), tags: tags, group: group)
        let account = wanted.account(for: address, subscriptions.list)
        if let problem = account?.problem(withFolders: tags) { throw CommandFailure.usage("\(problem)") }
        let added =
            try account.map { try subscriptions.urls.add([feed], to: $0, in: subscriptions.library) }
            ?? subscriptions.urls.add([feed], in: subscriptions.library)
        if added.isEmpty {
            output.complain("you already have “\(address.shown)”")
        } else if let account {
            output.columns("added \(address.shown) to \(account.displayName): “lede sync” sends it")
        } else if address != typed {
            output.columns("added \(address.shown)")
        }
        if let failure, account == nil { try Self.record(failure, of: address, in: subscriptions.library, settings) }
        subscriptions.library.settle()
        return 0
    }

    /// Why a URL couldn't be checked.
    private typealias CheckFailure = (reason: String, failing: Failing)

    /// Stores the failure with the feed, so that it counts as failing.
    private static func record(
        _ failure: CheckFailure, of address: Address, in library: Library, _ settings: RefreshSettings
    ) throws {
        guard let feed = try library.feeds().first(where: { $0.url == address.url }) else { return }
        let fetched = Fetched(failure: failure.reason, failure.failing, of: feed.id, by: settings, at: Date())
        for result in library.store([fetched]) { _ = try result.get() }
    }

    /// The feed at a URL, or the first one that its page links to, and why it couldn't be checked, if it couldn't.
    /// Tries `plain` if the server refuses a secure connection.
    private static func feed(
        at typed: Address, orElse plain: Address?, _ settings: RefreshSettings, _ output: Output
    ) throws(CommandFailure) -> (Address, CheckFailure?) {
        let (address, outcome) = look(at: typed, orElse: plain, settings)
        switch outcome {
        case .feed(let found): return (Address(fromOutside: found.url) ?? address, nil)
        case .page(let feeds):
            let found = feeds.compactMap { Address(fromOutside: $0.url) }
            guard let first = found.first else { throw .failed("no feed found at “\(address.shown)”") }
            for other in found.dropFirst() { output.complain("the page also has the feed “\(other.shown)”") }
            return (first, nil)
        case .noFeed(let what): throw .failed("can't add “\(address.shown)”: \(what) (--as-is adds it anyway)")
        case .refused(let reason, let failing), .unreachable(let reason, let failing):
            output.complain("added “\(address.shown)” without checking it: \(reason)")
            return (address, (reason, failing))
        }
    }

    private static func look(
        at typed: Address, orElse plain: Address?, _ settings: RefreshSettings
    ) -> (Address, FeedSearch.Outcome) {
        let found = awaited { finish in
            FeedSearch().look(at: typed.url, orAt: plain?.url, settings: settings) { outcome, url in
                finish((url == typed.url ? typed : plain ?? typed, outcome))
            }
        }
        return found ?? (typed, .unreachable("", .network))
    }
}

/// Where the user wants new feeds.
private enum FeedTarget: Equatable {
    case account(AccountLine)
    /// The urls file.
    case here
    /// The first server, if the user has any.
    case usual

    init(_ arguments: Arguments, _ list: UrlsList) throws(CommandFailure) {
        let isHere = arguments.has("--here")
        guard let name = arguments.value(of: "--account") else {
            self = isHere ? .here : .usual
            return
        }
        if isHere { throw .usage("--account and --here exclude each other") }
        self = .account(try list.account(named: name))
    }

    func account(for address: Address, _ list: UrlsList) -> AccountLine? {
        switch self {
        case .account(let account): account
        case .here: nil
        case .usual: list.account(for: address)
        }
    }
}
