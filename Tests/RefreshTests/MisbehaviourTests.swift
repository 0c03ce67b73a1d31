import HTTP
import Library
import Refresh
import TestSupport
import Testing

/// One refresh of good feeds, and of one for each kind of misbehaviour.
@Suite(.timeLimit(.minutes(5))) struct MisbehaviourTests {
    private let server: LoopbackServer
    private let newsstand: Newsstand
    private let good: ArraySlice<Feed>
    private let bad: ArraySlice<Feed>

    init() throws {
        let server = try LoopbackServer { request in
            guard let number = Int(request.path.dropFirst("/bad/".count)) else { return .feed("a", "b") }
            return Misbehaviour.all[number].answer
        }
        let paths = Misbehaviour.all.indices.map { "/bad/\($0)" }
        newsstand = try Newsstand((1...40).map { server.url("/\($0)") } + paths.map(server.url)) { settings in
            for (path, misbehaviour) in zip(paths, Misbehaviour.all) {
                var limits = Limits()
                limits.size = 100_000
                if misbehaviour.end.isTimeout {
                    (limits.stall, limits.overall) = (.milliseconds(150), .milliseconds(400))
                }
                var own = FeedSettings()
                own.request = RequestOptions(limits: limits)
                settings.feeds[server.url(path)] = own
            }
        }
        self.server = server
        good = try newsstand.feeds.prefix(40)
        bad = try newsstand.feeds.suffix(paths.count)
    }

    @Test func `every misbehaving server is reported once, and no partial document is stored`() async throws {
        let told = try await newsstand.refresh()
        for (feed, misbehaviour) in zip(bad, Misbehaviour.all) {
            let outcomes = told.compactMap { $0.outcome(of: feed) }
            let stored = try #require(try newsstand.feeds.first { $0.id == feed.id })
            let reason = try #require(stored.fetching.lastError)
            let failing = try #require(stored.fetching.failing)
            #expect(outcomes == [.fetched(.failed(reason, failing))])
            #expect(reason.hasPrefix(misbehaviour.end.words), "\(misbehaviour)")
            #expect(try newsstand.titles(feed) == [])
        }
        for feed in good { #expect(told.compactMap { $0.outcome(of: feed)?.new } == [2]) }
        #expect(told.count == 2 * (good.count + bad.count) + 1)
        #expect(try newsstand.library.check() == [])
    }
}

extension Misbehaviour.End {
    fileprivate var isTimeout: Bool { [.noAnswer, .noRest, .noEnd].contains(self) }

    fileprivate var words: String {
        switch self {
        // On a busy machine, the data before the silence may come too late.
        case .noAnswer, .noRest, .noEnd: "timed out after "
        case .unanswered: "the server closed the connection without an answer: it may support only https"
        case .cutOff: "the connection broke in the middle of the document"
        case .tooLarge: "the document is larger than 97 KB"
        case .headersTooLarge: "the server sent too many headers"
        case .notHTTP: "the server doesn't speak HTTP"
        case .badCompression: "the document's compression is invalid"
        }
    }
}
