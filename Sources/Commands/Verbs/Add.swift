import Configuration
import Dispatch
import Library
import Locks
import Refresh
import Subscriptions

extension Verb {
    static let add = Verb(
        name: "add", operands: "URL", summary: "subscribe to a feed, or to that of a page",
        details: [
            "The address is asked what it is. Of a page that leads to several feeds the first is taken, and the others are "
                + "named. An address that can't be reached is taken as it is."
        ],
        options: [
            Option(name: "--title", value: "TITLE", meaning: "what to call it, in place of its own title"),
            Option(name: "--tags", value: "TAGS", meaning: "tags to give it, with commas between them"),
            Option(name: "--group", value: "GROUP", meaning: "the group that it goes to, such as code/swift"),
            Option(name: "--as-is", meaning: "take the address without asking what is there")
        ],
        examples: [
            Example(line: "lede add swift.org", meaning: "subscribe to the feed that this page announces"),
            Example(
                line: "lede add https://lwn.net/headlines/rss --tags news,linux", meaning: "subscribe, with two tags")
        ]
    ) { arguments in
        let text = arguments.operands[0]
        let typed: Address
        do { typed = try Address(typed: text) } catch { throw CommandFailure.usage("\(error)") }
        let group = try arguments.value(of: "--group").map { path in
            guard let group = FeedGroup(path: path) else {
                throw CommandFailure.usage("“\(path)” is no group: a path such as code/swift was expected")
            }
            return group
        }
        let tags = arguments.value(of: "--tags")?.split(separator: ",").map(String.init) ?? []
        for tag in tags { if let problem = UrlsText.problem(ofTag: tag) { throw CommandFailure.usage(problem) } }
        let paths = try arguments.paths()
        let urls = UrlsFile(path: paths.urls)
        if try urls.exists && urls.read().urls.contains(typed.url) {
            Output.complain("“\(typed.shown)” is there already")
            return 0
        }
        let plain = Address(typedWithoutScheme: text)
        let address =
            arguments.has("--as-is")
            ? typed : try Self.feed(at: typed, orElse: plain, RefreshSettings(Config.read(paths), paths))
        let feed = NewFeed(address, title: arguments.value(of: "--title"), tags: tags, group: group)
        let subscriptions = try Subscriptions(paths)
        if try subscriptions.urls.add([feed], in: subscriptions.library).isEmpty {
            Output.complain("“\(address.shown)” is there already")
        } else if address != typed {
            Output.columns("added \(address.shown)")
        }
        subscriptions.library.settle()
        return 0
    }

    /// The feed that an address is, or leads to; or else the plain one, where the server refuses what is secure.
    private static func feed(
        at typed: Address, orElse plain: Address?, _ settings: RefreshSettings
    ) throws(CommandFailure) -> Address {
        let (address, outcome) = look(at: typed, orElse: plain, settings)
        switch outcome {
        case .feed(let found): return Address(fromOutside: found.url) ?? address
        case .page(let feeds):
            let found = feeds.compactMap { Address(fromOutside: $0.url) }
            guard let first = found.first else { throw .failed("“\(address.shown)” leads to no feed") }
            for other in found.dropFirst() { Output.complain("there is “\(other.shown)”, too") }
            return first
        case .noFeed(let what): throw .failed("“\(address.shown)” is \(what); --as-is takes it all the same")
        case .refused(let reason), .unreachable(let reason):
            Output.complain("“\(address.shown)” is added as it is: \(reason)")
            return address
        }
    }

    private static func look(
        at typed: Address, orElse plain: Address?, _ settings: RefreshSettings
    ) -> (Address, FeedSearch.Outcome) {
        let found = Locked((typed, FeedSearch.Outcome.unreachable("")))
        let end = DispatchSemaphore(value: 0)
        FeedSearch().look(at: typed.url, orAt: plain?.url, settings: settings) { outcome, url in
            let address = url == typed.url ? typed : plain ?? typed
            found.withLock { $0 = (address, outcome) }
            end.signal()
        }
        end.wait()
        return found.withLock { $0 }
    }
}
