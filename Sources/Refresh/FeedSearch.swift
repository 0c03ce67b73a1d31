import FeedParser
package import FoundationEssentials
import HTTP
package import Library
import URLs

/// Finds out what a URL leads to before the user adds it. It uses no library and stores nothing.
package struct FeedSearch: Sendable {
    package enum Outcome: Equatable, Sendable {
        /// A feed, with its permanent URL and its contents.
        case feed(FoundFeed)
        /// A page that leads to feeds, the best of them first.
        case page([FoundFeed])
        /// Something else, described in words.
        case noFeed(String)
        /// The server refused, described in words.
        case refused(String, Failing)
        /// It couldn't be reached, for this reason.
        case unreachable(String, Failing)
    }

    /// The outcome of one request, and whether the server may answer a plain request, as it refused a secure one.
    typealias Answer = (outcome: Outcome, mayMeanPlainHTTP: Bool)

    private let client = Client(userAgent: "lede")
    private let parsing = ParsingQueues(givingWay: false)

    package init() {}

    /// Checks a URL, or the plain one if its server refuses secure connections. Calls `finish` once, on its own queue,
    /// with the URL that answered. `page` is the one that the user named, if that has led to the URL.
    package func look(
        at url: String, orAt plain: String? = nil, from page: String? = nil, settings: RefreshSettings,
        finish: @escaping @Sendable (Outcome, _ url: String) -> Void
    ) {
        var settings = settings
        // A public name may lead to the inside.
        settings.request.staysOutside =
            page.map { !Self.isInside($0) && WebURL($0)?.origin != WebURL(url)?.origin } ?? false
        look(at: url, settings) { [settings] answer in
            guard answer.mayMeanPlainHTTP, let plain else { return finish(answer.outcome, url) }
            look(at: plain, settings) { other in
                if case .unreachable = other.outcome {
                    finish(answer.outcome, url)
                } else {
                    finish(other.outcome, plain)
                }
            }
        }
    }

    private func look(
        at address: String, _ settings: RefreshSettings, finish: @escaping @Sendable (Answer) -> Void
    ) {
        switch DocumentPlace(address) {
        case .file(let path):
            parsing.async {
                do throws(FetchFailure) {
                    let body = try LocalFile.read(path)
                    finish((Self.outcome(body, contentType: nil, asked: address, at: address), false))
                } catch {
                    finish((.unreachable("\(error)", error.failing), false))
                }
            }
        case .web(let url):
            client.fetch(Request(url, options: settings.request)) { [client, parsing] result in
                parsing.async { withExtendedLifetime(client) { finish(Self.answer(result, asked: url)) } }
            }
        }
    }

    static func answer(_ result: Result<Response, FetchFailure>, asked url: String) -> Answer {
        switch result {
        case .success(let response):
            let outcome = outcome(
                response.body, contentType: response.contentType, asked: response.permanentURL ?? url, at: response.url)
            return (outcome, false)
        case .failure(let failure):
            // For some sites the URL alone tells the feeds, without a request.
            let known = FeedDiscovery.feeds(at: url).map { FoundFeed($0) }
            if !known.isEmpty, !known.contains(where: { $0.url == url }) { return (.page(known), false) }
            if failure.isAnswer { return (.refused(failure.wordsForFeed, failure.failing), false) }
            return (.unreachable(failure.description, failure.failing), failure.mayMeanPlainHTTP)
        }
    }

    static func outcome(_ body: [UInt8], contentType: String?, asked: String, at url: String) -> Outcome {
        do throws(ParseFailure) {
            return .feed(FoundFeed(try FeedParser.parse(body, contentType: contentType, baseURL: url), at: asked))
        } catch {
            let words = error.failing.words(error.description, at: url)
            guard case .notAFeed(_, let feeds) = error else { return .noFeed(words) }
            // A page of the public network must not lead into the user's own.
            let reached = isInside(url) ? feeds : feeds.filter { !isInside($0.url) }
            return reached.isEmpty ? .noFeed(words) : .page(reached.map { FoundFeed($0) })
        }
    }

    /// Whether a URL is of a host on the user's network, or of a file.
    private static func isInside(_ url: String) -> Bool {
        WebURL(url).flatMap { $0.isOnTheWeb ? $0.host : nil }.map { HostName($0).isLocal } ?? true
    }
}

/// A feed that was found, or that a page names, with what can be shown before the user adds it.
package struct FoundFeed: Equatable, Sendable {
    package let url: String
    package let title: String?
    package let site: String?
    package let description: String?
    /// In the order of the document; empty if only a page names the feed.
    package let items: [Item]

    package struct Item: Equatable, Sendable {
        package let title: String
        package let date: Date?
    }
}

extension FoundFeed {
    /// Cuts texts to the lengths that the library keeps.
    init(_ feed: ParsedFeed, at url: String) {
        let items = feed.items.map { Item(title: $0.storedTitle, date: $0.published ?? $0.updated) }
        self.init(
            url: url, title: feed.title?.cut, site: feed.link?.cut, description: feed.description?.cut, items: items)
    }

    init(_ feed: DiscoveredFeed) {
        self.init(url: feed.url, title: feed.title, site: nil, description: nil, items: [])
    }
}

extension Fetched {
    /// The failure of a feed whose URL was checked before the user added it: the feed then fails like others.
    package init(
        failure reason: String, _ failing: Failing, of feed: FeedID, by settings: RefreshSettings, at now: Date
    ) {
        self.init(.failed(reason.withoutCredentials, failing), for: feed, at: now)
        due = Schedule(settings.intervals).due(
            after: now, failing, count: 1, wait: nil, chance: .random(in: 0..<1))
    }
}
