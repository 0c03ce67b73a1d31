import System

/// A double of a feed server: a real HTTP server on this machine that speaks one protocol in one dialect.
package final class FeedServerDouble: Sendable {
    package let server: LoopbackServer
    private let dialect: any ServerDialect
    private let state: Locked<State>

    private struct State {
        var shelf: ServerShelf
        /// With the number of the first request that they may meet.
        var troubles: [(first: Int, trouble: ServerTrouble)] = []
        var requests = 0
    }

    /// With a latency, each answer comes so many seconds later.
    package init(_ shelf: ServerShelf, _ dialect: any ServerDialect, latency: Double = 0) throws {
        let state = Locked(State(shelf: shelf))
        self.state = state
        self.dialect = dialect
        server = try LoopbackServer { request in
            let answer: Answer = state.withLock { state in
                let parsed = DoubledRequest(request, root: dialect.root)
                state.requests += 1
                let index = state.troubles.firstIndex { state.requests >= $0.first && $0.trouble.isMeant(parsed) }
                let trouble = index.map { state.troubles.remove(at: $0).trouble }
                if let instead = trouble?.instead { return instead }
                if let pretence = trouble?.pretence {
                    var other = state.shelf
                    pretence(&other)
                    return dialect.answer(parsed, &other)
                }
                let answer = dialect.answer(parsed, &state.shelf)
                trouble?.deed?(&state.shelf)
                if let gate = trouble?.gate { return .held(until: gate, answer) }
                return trouble?.answer ?? answer
            }
            return latency > 0 ? .late(by: latency, answer) : answer
        }
    }

    /// The URL of the interface, as a user would write it.
    package var url: String { server.url(dialect.root) }

    package var shelf: ServerShelf { state.withLock { $0.shelf } }

    package func change(_ body: @Sendable (inout ServerShelf) -> Void) { state.withLock { body(&$0.shelf) } }

    /// Lets the next request with this end of its path, or each of the next ones, run into trouble; all that come before so
    /// many others don't.
    package func addTrouble(_ trouble: ServerTrouble..., times: Int = 1, after others: Int = 0) {
        state.withLock { state in
            let first = state.requests + others + 1
            for _ in 0..<times { state.troubles += trouble.map { (first, $0) } }
        }
    }

    package func endTroubles() { state.withLock { $0.troubles = [] } }

    /// The requests so far with this end of their path.
    package func requests(_ path: String) -> [DoubledRequest] {
        server.requests.map { DoubledRequest($0, root: dialect.root) }.filter { $0.path.hasSuffix(path) }
    }
}

/// A protocol in the form that one server speaks.
package protocol ServerDialect: Sendable {
    /// The path of the interface.
    var root: String { get }

    func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer
}

/// Something that goes wrong with one request.
package struct ServerTrouble: Sendable {
    fileprivate let path: String
    /// Sent without doing anything.
    fileprivate var instead: Answer?
    /// Sent after doing what was asked.
    fileprivate var answer: Answer?
    /// Happens on the server after it was done.
    fileprivate var deed: (@Sendable (inout ServerShelf) -> Void)?
    /// Changes what the server has, only for this answer.
    fileprivate var pretence: (@Sendable (inout ServerShelf) -> Void)?
    /// Holds the answer back.
    fileprivate var gate: Gate?

    fileprivate func isMeant(_ request: DoubledRequest) -> Bool { request.path.hasSuffix(path) }

    /// The request isn't carried out, and answered like this.
    package static func refusal(of path: String, _ answer: Answer) -> ServerTrouble {
        ServerTrouble(path: path, instead: answer)
    }

    /// The request is carried out, but the answer is another.
    package static func loss(of path: String, _ answer: Answer) -> ServerTrouble {
        ServerTrouble(path: path, answer: answer)
    }

    /// Right after the request, something happens on the server.
    package static func interference(
        after path: String, _ deed: @escaping @Sendable (inout ServerShelf) -> Void
    ) -> ServerTrouble {
        ServerTrouble(path: path, deed: deed)
    }

    /// The answer is that of a server with something else, such as a third of the items.
    package static func pretence(
        for path: String, _ pretence: @escaping @Sendable (inout ServerShelf) -> Void
    ) -> ServerTrouble {
        ServerTrouble(path: path, pretence: pretence)
    }

    /// The request is carried out, but the answer comes only when the gate is open.
    package static func delay(of path: String, until gate: Gate) -> ServerTrouble {
        ServerTrouble(path: path, gate: gate)
    }
}
