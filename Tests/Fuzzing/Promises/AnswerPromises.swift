import Dispatch
import FeedParser
import FeedServers
import FoundationEssentials
import HTTP
import System
import TestSupport

/// What must hold for all that a feed server may answer.
package final class AnswerPromises: Sendable {
    private struct State {
        var server: LoopbackServer?
        var inputs = 0
        var answers: [[UInt8]] = []
        var requests = 0
    }

    /// A server remembers its requests, so it is replaced after this many inputs.
    private static let inputsOfOneServer = 500
    /// More requests than any of these questions needs.
    private static let mostRequests = 500

    private let state = Locked(State())
    /// lede asks no server from the main queue, on which a fuzzer runs.
    private let queue = DispatchQueue(label: "answers")

    package init() {}

    /// The broken promises for a server's answers, in words. The first byte chooses the protocol, and NULs stand between
    /// the answers, of which the last is repeated. A crash counts as one, too.
    package func broken(by bytes: [UInt8]) -> [String] {
        let (broken, done) = (Locked<[String]>([]), DispatchSemaphore(value: 0))
        queue.async {
            let found = self.promisesBroken(by: bytes)
            broken.withLock { $0 = found }
            done.signal()
        }
        done.wait()
        return broken.withLock { $0 }
    }

    private func promisesBroken(by bytes: [UInt8]) -> [String] {
        let kinds = ServerKind.allCases
        let kind = kinds[Int(bytes.first ?? 0) % kinds.count]
        let answers = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        do {
            let url = try begin(answers)
            let account = ServerAccount(
                url: url, user: "me", password: "secret", options: RequestOptions(proxy: .direct))
            let server = try kind.server(for: account)
            return questions(to: server).flatMap(broken) + (hasNoEnd ? ["a server can't keep lede asking"] : [])
        } catch {
            return ["a server is there: \(error)"]
        }
    }

    private func questions(to server: any FeedServer) -> [() throws -> Void] {
        let ids = [ServerItemID.number(1), .number(2)]
        return [
            { try server.logIn() }, { _ = try server.subscriptions() }, { _ = try server.unread(limit: 100) },
            { _ = try server.starred(limit: 100) }, { try server.items(ids) { _ in } },
            { _ = try server.changes(since: nil) { _ in } },
            { _ = try server.recent(since: Date(timeIntervalSince1970: 1_800_000_000), limit: 100) },
            { try server.mark(Array(ids.prefix(server.abilities.marksAtOnce)), as: .read) },
            { _ = try server.add("https://a.example/feed", to: nil) }
        ]
    }

    private func broken(by question: () throws -> Void) -> [String] {
        do {
            try question()
            return []
        } catch let failure as ServerFailure {
            let words = "\(failure)"
            return (words.contains("\n") || words.utf8.count > 2000 ? ["words for people are one line"] : [])
                + (words.contains("secret") ? ["no failure names the password"] : [])
        } catch {
            return ["a failure is the server's: \(error)"]
        }
    }

    /// Lets a server answer this, and returns its URL.
    private func begin(_ answers: [[UInt8]]) throws -> String {
        let server = state.withLock { state in
            defer { state.inputs += 1 }
            (state.answers, state.requests) = (answers, 0)
            return state.inputs % Self.inputsOfOneServer == 0 ? nil : state.server
        }
        if let server { return server.url("") }
        let fresh = try LoopbackServer { [state] _ in
            state.withLock { state in
                defer { state.requests += 1 }
                guard state.requests < Self.mostRequests, !state.answers.isEmpty else { return Answer(500) }
                return Answer(200, body: state.answers[min(state.requests, state.answers.count - 1)])
            }
        }
        state.withLock { $0.server = fresh }
        return fresh.url("")
    }

    private var hasNoEnd: Bool { state.withLock { $0.requests >= Self.mostRequests } }
}
