import FeedParser
import HTTP

/// Finds out what an address is that somebody wants to subscribe to. It belongs to no library, and stores nothing.
package struct FeedSearch: Sendable {
    package enum Outcome: Equatable, Sendable {
        /// A feed, which lies at this address for good, and what is in it.
        case feed(FoundFeed)
        /// Something else that leads to feeds, the best of them first.
        case page([FoundFeed])
        /// Something else, in words.
        case noFeed(String)
        /// The server answered that it gives nothing, in words.
        case refused(String)
        /// Nobody knows what, and this is why. A server that refuses what is secure may answer what is not.
        case unreachable(String, refusesSecurity: Bool)
    }

    private let client = Client(userAgent: "lede")
    private let parsing = Lanes(givingWay: false)

    package init() {}

    /// Asks what is there, as the settings say, and calls `finish` once, on a queue of its own.
    package func look(
        at address: String, settings: RefreshSettings, finish: @escaping @Sendable (Outcome) -> Void
    ) {
        switch DocumentPlace(address) {
        case .file(let path):
            parsing.async {
                do {
                    finish(Self.outcome(try LocalFile.read(path), contentType: nil, asked: address, at: address))
                } catch {
                    finish(.unreachable("\(error)", refusesSecurity: false))
                }
            }
        case .web(let url):
            client.fetch(Request(url, options: settings.request)) { [client, parsing] result in
                parsing.async { withExtendedLifetime(client) { finish(Self.outcome(result, asked: url)) } }
            }
        }
    }

    private static func outcome(_ result: Result<Response, FetchFailure>, asked url: String) -> Outcome {
        switch result {
        case .success(let response):
            return outcome(
                response.body, contentType: response.contentType, asked: response.permanentURL ?? url, at: response.url)
        case .failure(let failure):
            // A site whose addresses tell its feeds need not be reached.
            let known = FeedDiscovery.feeds(at: url)
            if !known.isEmpty { return .page(known.map { FoundFeed($0) }) }
            if failure.isAnswer { return .refused(failure.description) }
            return .unreachable(failure.description, refusesSecurity: failure.mayMeanPlainHTTP)
        }
    }

    private static func outcome(_ body: [UInt8], contentType: String?, asked: String, at url: String) -> Outcome {
        do throws(ParseFailure) {
            return .feed(FoundFeed(try FeedParser.parse(body, contentType: contentType, baseURL: url), at: asked))
        } catch {
            if case .notAFeed(_, let feeds) = error, !feeds.isEmpty { return .page(feeds.map { FoundFeed($0) }) }
            return .noFeed(error.description)
        }
    }
}

extension FetchFailure {
    fileprivate var isAnswer: Bool {
        switch self {
        case .refused, .noDocument: true
        default: false
        }
    }

    fileprivate var mayMeanPlainHTTP: Bool { self == .insecure || self == .connectionRefused }
}
