import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Hundreds of feeds` {
    private let home: Home
    private let server: LoopbackServer
    /// Servers with too many requests, which affects all their feeds.
    private let tired: [LoopbackServer]
    private let gone: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            let words = request.path.split(separator: "/")
            guard words.count == 2, let number = Int(words[1]) else {
                return Answer(200, body: SampleFeed(title: request.path, items: [.init(title: request.path)]).rss)
            }
            return words[0] == "misbehaving" ? Misbehaviour.all[number].answer : Self.refusals[number].answer
        }
        tired = try [429, 503].map { status in try LoopbackServer { _ in Answer(status) } }
        gone = try LoopbackServer { _ in Answer(200) }
        gone.stop()
    }

    @Test
    func `hundreds of feeds are refreshed with few file descriptors, and each failure is reported once`()
        throws
    {
        let good = (1...360).map { server.url("/good-\($0)") }
        let bad = try failing()
        try home.write(urls: good + bad.flatMap { ["\"\($0.url)\""] + $0.settings })
        try home.write(config: "transfers-per-host 64\ncommand-timeout 1")
        // Too few if every feed left one open.
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "ulimit -n 160; exec \"$0\" refresh --json", BuildProducts.executable("lede")],
            environment: Lede.environment(home: home, adding: [:]))
        try #require(run.status == 1, "\(run.exit): \(run.errors)")
        let told = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let outcomes = Dictionary(grouping: told) { $0["url"] as? String ?? "" }
        #expect(told.count == good.count + bad.count && outcomes.count == told.count)
        for url in good { #expect(outcomes[url]?.first?["result"] as? String == "stored") }
        for feed in bad {
            let outcome = outcomes[feed.url]?.first
            let words = outcome?["error"] as? String ?? outcome?["reason"] as? String
            #expect(words?.hasPrefix(feed.words) == true, "\(feed): \(words ?? "nothing")")
        }
        #expect(try Lede.run("unread", home: home).output == "360\n")
        let library = try Lede.run("doctor", home: home).output.split(separator: "\n").filter { $0.contains("library") }
        #expect(library.allSatisfy { $0.hasPrefix("ok") } && !library.isEmpty)
    }

    private struct FailingFeed {
        var url: String
        var settings: [String] = []
        var words: String
    }

    private func failing() throws -> [FailingFeed] {
        let local = try localFailures()
        let refused = Self.refusals.enumerated().map { number, refusal in
            FailingFeed(url: server.url("/refusing/\(number)"), words: refusal.words)
        }
        let misbehaving = Misbehaviour.all.enumerated().map { number, misbehaviour in
            FailingFeed(
                url: server.url("/misbehaving/\(number)"), settings: misbehaviour.end.settings,
                words: misbehaviour.end.words)
        }
        return local + refused + misbehaving
    }

    private func localFailures() throws -> [FailingFeed] {
        let nginx = try Nginx.shared()
        return [
            FailingFeed(url: tired[0].url("/"), words: "its server got too many requests"),
            FailingFeed(url: tired[1].url("/"), words: "the server answered 503"),
            FailingFeed(url: gone.url("/"), words: "the server refused the connection"),
            FailingFeed(url: "http://nowhere.invalid/", settings: ["#: proxy none"], words: "host not found"),
            FailingFeed(url: "http://example.org/", settings: ["#: proxy \(gone.url(""))"], words: "the proxy refused"),
            FailingFeed(
                url: nginx.url("/feed.xml").replacing("http:", with: "https:"), words: "no secure connection"
            ),
            FailingFeed(url: nginx.url("/feed.xml", at: .secure), words: "lede doesn't trust the server"),
            FailingFeed(url: "file:///nowhere/feed.xml", words: "can't read the file"),
            FailingFeed(url: "exec:exit 3", words: "the command failed with exit code 3"),
            FailingFeed(url: "exec:sleep 60", words: "the command took longer than 1 s"),
            FailingFeed(url: "filter:false:\(server.url("/good"))", words: "the command failed with exit code 1")
        ]
    }

    /// Well-behaved answers that aren't feeds.
    private static let refusals: [(answer: Answer, words: String)] =
        [401, 403, 404, 410, 500].map { (Answer($0), "the server answered \($0) (") }
        + [204, 206, 304].map { (Answer($0), "the server answered \($0) with") }
        + [
            (Answer(200), "the document is empty"),
            (Answer(200, body: "Come back later"), "not a feed but plain text"),
            (Answer(200, body: "<!doctype html><title>Sign in</title>"), "not a feed but an HTML page"),
            (Answer(301, headers: ["Location": "file:///etc/passwd"]), "the server redirects to a URL that isn't"),
            (Answer(302, headers: ["Location": "12"]), "too many redirects")
        ]
}

extension Misbehaviour.End {
    fileprivate var settings: [String] { [.noAnswer, .noRest, .noEnd].contains(self) ? ["#: timeout 1s"] : [] }

    fileprivate var words: String {
        switch self {
        case .noAnswer, .noRest, .noEnd: "timed out after 1 s: "
        case .cutOff: "the connection broke"
        case .unanswered: "the server closed the connection without an answer"
        case .tooLarge: "the document is larger than 32 MB"
        case .headersTooLarge: "the server sent too many headers"
        case .notHTTP: "the server doesn't speak HTTP"
        case .badCompression: "the document's compression is invalid"
        }
    }
}
