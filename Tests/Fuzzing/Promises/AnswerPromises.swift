import Dispatch
import FeedParser
import FeedServers
import FoundationEssentials
import HTTP
import Library
import Refresh
import System
import TestSupport
import URLs

/// What must hold for the headers of every answer.
package enum HeaderPromises {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let feed = Array("<rss><channel><title>é</title></channel></rss>".utf8)

    /// The broken promises for the lines of a head, in words. A crash counts as one, too.
    package static func broken(by head: [UInt8]) -> [String] {
        var headers = Headers()
        for line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            (line + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]).withUnsafeBytes { headers.append(line: $0) }
        }
        var broken: [String] = []
        let names = ["content-type", "etag", "last-modified", "cache-control", "location", "retry-after"]
        for value in names.compactMap({ headers[$0] }) where value.utf8.contains(UInt8(ascii: "\n")) {
            broken.append("a header has one line, and not “\(value)”")
        }
        broken += brokenByTimes(headers)
        for line in Validators(etag: headers["etag"], lastModified: headers["last-modified"]).headers.compactMap(\.line)
        where line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            broken.append("what is sent back is a header, and not “\(line)”")
        }
        _ = try? FeedParser.parse(feed, contentType: headers["content-type"], baseURL: headers["location"])
        return broken + brokenByRedirects(headers)
    }

    private static func brokenByTimes(_ headers: Headers) -> [String] {
        var broken: [String] = []
        if let seconds = Freshness(at: now, header: { headers[$0] }).seconds, !(0...300_000_000_000).contains(seconds) {
            broken.append("an answer stays fresh for a time, and not for \(seconds) s")
        }
        for status in [301, 404, 429, 503] {
            let wait = ServerWait(
                status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
            if let wait, wait.until <= now || wait.until > now + 7 * 24 * 3600 {
                broken.append("a wait lasts up to a week")
            }
        }
        return broken
    }

    /// Each line of a location is a redirect.
    private static func brokenByRedirects(_ headers: Headers) -> [String] {
        var route = RequestRoute(to: "https://user:secret@a.example/feed")
        for location in headers[list: "location"]?.split(separator: ", ") ?? [] {
            guard (try? route.follow(String(location), status: 301)) != nil else { return [] }
            guard let target = route.target, target.isOnTheWeb, !target.hasCredentials, target.href == route.url else {
                return ["a redirect leads to the web, without a password, and not to “\(route.url)”"]
            }
            if route.isAtOrigin, target.host != "a.example" { return ["the origin is one host"] }
            if !route.isSecure, !route.isLaidOpen { return ["what left a secure connection is laid open"] }
        }
        return []
    }
}

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
