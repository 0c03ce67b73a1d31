import Foundation
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

/// A request to a double, with its fields.
package struct DoubledRequest: Sendable {
    package let method: String
    /// The path below the interface's root, without the query.
    package let path: String
    package let query: [Field]
    package let headers: [String: String]
    package let body: [UInt8]

    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    init(_ request: LoopbackServer.Request, root: String) {
        method = request.method
        headers = request.headers
        body = request.body
        let parts = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].hasPrefix(root) ? String(parts[0].dropFirst(root.count)) : String(parts[0])
        query = parts.count > 1 ? Self.fields(parts[1]) : []
    }

    /// The fields of a form.
    package var form: [Field] { Self.fields(String(decoding: body, as: UTF8.self)) }

    /// The fields of a form as PHP reads them: only the first ones, and only from the first megabyte.
    package var formOfPHP: [Field] {
        Array(Self.fields(String(decoding: body.prefix(1 << 20), as: UTF8.self)).prefix(1000))
    }

    /// The body as JSON.
    package var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }

    static func fields(_ text: some StringProtocol) -> [Field] {
        text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
    }
}

extension [DoubledRequest.Field] {
    /// The last value with a name, which is the one that counts.
    package subscript(name: String) -> String? { last { $0.name == name }?.value }

    package subscript(all name: String) -> [String] { filter { $0.name == name }.map(\.value) }
}

extension Answer {
    /// An answer with a JSON document.
    init(json: Any) {
        let data = try? JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
        self.init(200, headers: ["Content-Type": "application/json"], body: data.map { [UInt8]($0) } ?? [])
    }
}
