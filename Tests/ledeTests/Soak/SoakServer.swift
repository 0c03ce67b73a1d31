import Foundation
import System
import TestSupport

/// A server with feeds, pages and pictures that misbehaves in every way, until it is told to be good.
final class SoakServer: Sendable {
    static let feeds = 12
    let server: LoopbackServer
    private let isGood: Locked<Bool>

    init(seed: UInt64) throws {
        let (isGood, asked) = (Locked(false), Locked(0))
        self.isGood = isGood
        server = try LoopbackServer { request in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            var chance = SplitMix(state: seed &+ UInt64(number))
            let good = Self.goodAnswer(to: request, number: number)
            return isGood.withLock { $0 } ? good : Self.answer(instead: good, using: &chance)
        }
    }

    var urls: [String] { (1...Self.feeds).map { server.url("/\($0)") } }

    func behave(_ well: Bool) { isGood.withLock { $0 = well } }

    /// New items come all the time, one with each third request.
    private static func goodAnswer(to request: LoopbackServer.Request, number: Int) -> Answer {
        guard let feed = Int(request.path.dropFirst()) else {
            guard request.path.hasPrefix("/page") else { return Answer(200, body: picture) }
            let text = String(repeating: "<p>A page of a story that is long enough to be one.</p>", count: 40)
            return Answer(200, headers: ["Content-Type": "text/html"], body: "<article>\(text)</article>")
        }
        let newest = number / 3
        let items = (max(0, newest - 8)...newest).map { place in
            SampleFeed.Item(
                title: "\(titles[(place + feed) % titles.count]) \(place)",
                body: """
                    <p>Words of story \(place). <a href="/page/\(place)">More</a> <img src="/picture/\(place % 5).png" alt="A dot">\
                    \(String(repeating: "<blockquote>Deep <table><tr><td>cell", count: place % 7))
                    """,
                // Some are in several feeds.
                link: place.isMultiple(of: 5) ? "http://127.0.0.1:9/same/\(place)" : "/page/\(feed)-\(place)")
        }
        let sample = SampleFeed(title: "News \(feed)", items: items)
        return Answer(200, headers: ["ETag": "\"\(number)\""], body: feed.isMultiple(of: 2) ? sample.atom : sample.rss)
    }

    private static func answer(instead good: Answer, using chance: inout SplitMix) -> Answer {
        guard case .complete(_, let headers, let body) = good else { return good }
        let place = Int.random(in: 0...body.count, using: &chance)
        switch Int.random(in: 0..<40, using: &chance) {
        case 0: return .stall
        case 1: return .late(by: 2, good)
        case 2: return .cut(after: place, of: body)
        case 3: return .reset(after: Array(body.prefix(place)))
        case 4: return .reset(after: [])
        case 5: return .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n".utf8))
        case 6: return .drip(Array(body.prefix(200)), every: 5)
        case 7: return Answer(500)
        case 8: return Answer(503, headers: ["Retry-After": "1"])
        case 9: return Answer(404)
        case 10: return Answer(302, headers: ["Location": "/\(Int.random(in: 1...feeds, using: &chance))"])
        case 11: return Answer(302, headers: ["Location": "http://192.0.2.1/"])
        case 12: return Answer(200, body: "<html><title>Log in</title><p>Please log in.</p></html>")
        case 13: return Answer(200, body: Array(body.prefix(place)))
        case 14: return Answer(200, body: body.map { $0 == UInt8(ascii: ">") ? UInt8(ascii: "<") : $0 })
        case 15: return Answer(200, headers: ["Content-Encoding": "gzip"], body: body)
        case 16: return Answer(200, body: [UInt8](repeating: UInt8(ascii: "<"), count: 3_000_000))
        case 17: return Answer(304, headers: headers)
        case 18: return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"\u{7}\""])
        default: return good
        }
    }

    private static let titles = [
        "A story", "Swift", "<b>Bold</b> & <i>more</i>", "\u{1B}[31mred\u{1B}]0;owned\u{7}", "\u{202E}desrever", "",
        String(repeating: "long ", count: 400), "日本語のタイトル", "e\u{301}\u{302}\u{303}\u{304}", "👩‍👩‍👧‍👦 family",
        "a\u{0}b\u{85}c\u{9B}31m",
        "\u{E0041}\u{200B}\u{FEFF}hidden", "--option", "$(touch ~/owned) `touch ~/owned`", "line\nline\r\nline"
    ]

    private static let picture = (try? ProjectFile.bytes("Tests/PicturesTests/Fixtures/palette.png")) ?? []
}

/// What else goes on while readers are open: other commands write, and files change.
final class SoakCompany: Sendable {
    private let home: Home
    private let urls: [String]
    private let environment: [String: String]
    private let record: @Sendable (String) -> Void
    private let stopped = Gate()
    private let ended = Gate()
    private let failure = Locked<String?>(nil)

    init(
        home: Home, urls: [String], environment: [String: String], seed: UInt64,
        record: @escaping @Sendable (String) -> Void
    ) {
        (self.home, self.urls, self.environment, self.record) = (home, urls, environment, record)
        Thread.detachNewThread { [self] in
            var chance = SplitMix(state: seed)
            while !stopped.isOpen, failure.withLock({ $0 == nil }) {
                do { try act(using: &chance) } catch { failure.withLock { $0 = "\(error)" } }
            }
            ended.open()
        }
    }

    /// What went wrong.
    var trouble: String? { failure.withLock { $0 } }

    func stop() { stopped.open() }

    var hasStopped: Bool { ended.isOpen }

    private func act(using chance: inout SplitMix) throws {
        let feed = urls.randomElement(using: &chance) ?? ""
        let item = "\(Int.random(in: 1...300, using: &chance))"
        switch Int.random(in: 0..<40, using: &chance) {
        case 0..<4: try lede("mark", ["read", "unread", "star", "unstar"].randomElement(using: &chance) ?? "read", item)
        case 4, 5: try lede("mark", "read", "--feed", feed)
        case 6: try lede("mark", "unread", "--filter", "title =~ \"story\"")
        case 7: try lede("mark", "read", "--all")
        case 8..<11: try lede("refresh")
        case 11: try lede("refresh", "--due")
        case 12: try lede("refresh", feed)
        case 13, 14: try lede("tag", feed, "news", "tag\(item)")
        case 15: try lede("remove", feed)
        case 16, 17: try lede("add", feed, "--tags", "new")
        case 18: try lede("add", "--as-is", "http://127.0.0.1:9/\(item)")
        case 19: try lede("rename", feed, "Feed \(item)")
        case 20..<23: try lede("undo")
        case 23: try lede("redo")
        case 24: try lede("search", "story")
        case 25: try lede("items", "--limit", "20", "--json")
        case 26: try lede("backup", home.path + "/backup.db")
        case 27: try lede("preload", "--limit", "5")
        case 28: try lede("doctor")
        case 29: try lede("cache", "clear")
        case 30: try lede("export", "opml")
        case 31, 32: try writeUrls(urls.filter { _ in Int.random(in: 0..<8, using: &chance) > 0 })
        case 33: try writeUrls(urls + ["not a URL", "\"unclosed", "query:Old:age < \"", "exec:", "\u{1}"])
        case 34: try writeUrls(urls.map { "\($0) news \"~Title \(item)\"" } + ["query:Stories:title =~ \"story\""])
        case 35: try writeUrls(urls)
        case 36: try writeConfig(adding: "text-width many\nbind\n\"unclosed\n\u{0}")
        case 37: try writeConfig(adding: "text-width \(item)\npreview yes\nshow-read-feeds no\n")
        case 38: try writeConfig(adding: "keys newsboat\nfeed-sort-order unread\n")
        default: try writeConfig(adding: "")
        }
    }

    private func lede(_ words: String...) throws {
        record("lede \(words.joined(separator: " "))")
        let run = try Lede.run(words, home: home, environment: environment)
        guard let status = run.status, status <= 2, !run.errors.contains("damaged") else {
            throw SoakFailure("lede \(words.joined(separator: " ")) \(run.exit): \(run.errors)")
        }
    }

    private func writeUrls(_ lines: [String]) throws {
        record("urls: \(lines.count) lines")
        try home.write(urls: lines)
    }

    private func writeConfig(adding text: String) throws {
        record("config: \(text.debugDescription)")
        try home.write(config: Soak.config(home) + text)
    }
}
