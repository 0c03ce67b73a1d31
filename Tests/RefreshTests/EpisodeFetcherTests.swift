import FeedParser
import Foundation
import HTTP
import Signals
import System
import TestSupport
import Testing

@testable import Library
@testable import Refresh

private let talk = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

/// A library with a feed of episodes, in its own network, and a folder for them.
private struct Podcast {
    let home: Home
    let library: Library
    let folder: String

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        folder = home.path + "/Podcasts"
    }

    init(sharing other: Podcast) throws {
        (home, folder) = (other.home, other.folder)
        library = try Library(path: home.path + "/library.db")
    }

    /// Stores, queues and wants an episode for each URL of the feed's server, and returns their numbers.
    func episodes(_ urls: [String], of feed: String) throws -> [ItemID] {
        if try library.feeds().isEmpty { try library.subscribe(to: [feed]) }
        let id = try library.feeds()[0].id
        let items = urls.map { url in
            ParsedItem(id: url, title: url, enclosures: [ParsedEnclosure(url: url, type: "audio/mpeg", length: 1)])
        }
        let document = ParsedFeed(format: .rss20, title: "Talks", items: items)
        _ = try library.store(document, etag: nil, lastModified: nil, for: id, at: Date())
        let stored = try library.items(of: id, unreadOnly: false, limit: .max)
        let found = try urls.map { url in try #require(stored.first { $0.title == url }).id }
        library.mark(.items(ItemSet(found)), .state(.queued, true))
        want(found)
        return found
    }

    func want(_ items: [ItemID]) {
        library.setDownloads(of: ItemSet(items), to: .wanted)
        library.drain()
    }

    func fetcher(pauses: [Double] = [0, 0, 0, 0], _ change: (inout DownloadSettings) -> Void = { _ in })
        -> EpisodeFetcher
    {
        var settings = RefreshSettings.patient(userAgent: "lede")
        settings.downloads = DownloadSettings(folder: EpisodeFolder(folder))
        settings.downloads.nameFormat = "%u"
        change(&settings.downloads)
        return EpisodeFetcher(library: library, settings: settings, pauses: pauses)
    }

    /// Downloads episodes, and returns what became of each.
    func fetch(_ items: [ItemID], by fetcher: EpisodeFetcher? = nil) async throws -> [EpisodeNews?] {
        var news: [ItemID: EpisodeNews] = [:]
        let fetcher = fetcher ?? self.fetcher()
        for try await event in fetcher.fetch(items).values() {
            if case .progress = event.news { continue }
            #expect(news[event.item] == nil)
            news[event.item] = event.news
        }
        library.drain()
        return items.map { news[$0] }
    }

    func download(_ item: ItemID) throws -> EpisodeDownload { try #require(try library.episode(of: item)).download }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
    }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
}

extension EpisodeNews {
    fileprivate var words: String? {
        switch self {
        case .failed(let words): words
        case .unreached(let words): "unreached: \(words)"
        case .progress, .kept, .stopped: nil
        }
    }
}

@Suite struct `Downloading episodes` {
    private let podcast: Podcast

    init() throws { podcast = try Podcast() }

    private func episode(_ path: String = "/talk.mp3", of server: LoopbackServer) throws -> ItemID {
        try podcast.episodes([server.url(path)], of: server.url("/feed"))[0]
    }

    @Test func `an episode comes into the folder once, and is asked for again when its file is gone`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let item = try episode(of: server)
        let kept = EpisodeNews.kept(path: podcast.folder + "/talk.mp3")
        #expect(try await podcast.fetch([item]) == [kept])
        #expect(podcast.bytes("talk.mp3") == talk && podcast.names == ["talk.mp3"])
        #expect(try podcast.download(item) == EpisodeDownload(stage: .kept, file: "talk.mp3", total: talk.count))
        podcast.want([item])
        #expect(try await podcast.fetch([item]) == [kept])
        #expect(server.requests.count == 1 && podcast.names == ["talk.mp3"])
        try FileManager.default.removeItem(atPath: podcast.folder + "/talk.mp3")
        podcast.want([item])
        #expect(try await podcast.fetch([item]) == [kept])
        #expect(server.requests.count == 2 && podcast.bytes("talk.mp3") == talk)
    }

    @Test func `what breaks off continues by itself, byte for byte`() async throws {
        let cuts = Locked([0, 1000, 70_000, 3])
        let server = try LoopbackServer { request in
            let answer = Answer.file(talk, to: request)
            let cut = cuts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return cut.map { answer.cut(after: $0) } ?? answer
        }
        let item = try episode(of: server)
        #expect(try await podcast.fetch([item]) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(podcast.bytes("talk.mp3") == talk)
        #expect(
            server.requests.map { $0.headers["range"] } == [nil, nil, "bytes=1000-", "bytes=71000-", "bytes=71003-"])
    }

    @Test func `a file that changes between two parts, or whose server sends no parts, comes anew`() async throws {
        let other = talk.map { $0 ^ 0xFF } + [1, 2, 3]
        for changes in [true, false] {
            let podcast = try Podcast()
            let isFirst = Locked(true)
            let server = try LoopbackServer { request in
                let wasFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if wasFirst { return Answer.file(talk, to: request).cut(after: 5000) }
                return changes ? Answer.file(other, tag: "\"2\"", to: request) : Answer(200, body: talk)
            }
            let item = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))[0]
            #expect(try await podcast.fetch([item]) == [.kept(path: podcast.folder + "/talk.mp3")])
            #expect(podcast.bytes("talk.mp3") == (changes ? other : talk))
            #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=5000-", nil])
        }
    }

    @Test func `a server that always breaks off, and has another file each time, isn't asked forever`() async throws {
        let asked = Locked(0)
        let long = [UInt8](repeating: 1, count: 2_500_000)
        let server = try LoopbackServer { request in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return Answer.file(long, tag: "\"\(number)\"", to: request).cut(after: 2_000_000)
        }
        let items = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))
        guard case .unreached = try await podcast.fetch(items)[0] else {
            Issue.record("it wasn't given up")
            return
        }
        #expect(try server.requests.count < 12 && podcast.download(items[0]).stage == .wanted)
    }

    @Test func `an unreachable server leaves an episode wanted, and the next run continues`() async throws {
        let isIll = Locked(true)
        let server = try LoopbackServer { request in
            let answer = Answer.file(talk, to: request)
            return isIll.withLock { $0 } ? answer.cut(after: 10_000) : answer
        }
        let item = try episode(of: server)
        let news = try await podcast.fetch([item], by: podcast.fetcher(pauses: [0]))
        #expect(news[0]?.words == "unreached: the connection broke in the middle of the document")
        #expect(try podcast.download(item).stage == .wanted && podcast.names == ["talk.mp3.part"])
        isIll.withLock { $0 = false }
        #expect(try await podcast.fetch([item]) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(podcast.bytes("talk.mp3") == talk)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=10000-", "bytes=20000-"])
    }

    @Test func `refusals are said in words, and leave nothing in the folder`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/gone.mp3": Answer(404, body: "gone")
            case "/page.mp3": Answer(200, headers: ["Content-Type": "text/html", "ETag": "\"1\""], body: "<html>")
            case "/huge.mp3": .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 10000000000000000\r\n\r\n".utf8))
            default: Answer(302, headers: ["Location": request.path])
            }
        }
        let names = ["gone", "page", "huge", "circle"]
        let items = try podcast.episodes(names.map { server.url("/\($0).mp3") }, of: server.url("/feed"))
        let words = try await podcast.fetch(items).map { $0?.words ?? "" }
        #expect(words[0] == "the server answered 404 (not found)")
        #expect(words[1] == "the server sent a web page instead of the file")
        #expect(words[2].hasPrefix("too little room on the disk: it needs 9536743164 MB, and "))
        #expect(words[3] == "too many redirects" && server.hits("/circle.mp3") == 21)
        #expect(podcast.names.isEmpty)
        for (item, words) in zip(items, words) {
            let download = try podcast.download(item)
            // There may be room later.
            let stage = words.hasPrefix("too little room") ? EpisodeDownload.Stage.wanted : .failed
            #expect(download.stage == stage && download.failure == words)
        }
    }

    @Test func `a feed can't make lede ask the user's own network, and not without a file`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let items = try podcast.episodes(
            [server.url("/talk.mp3"), "ftp://example.org/a.mp3"], of: "https://example.org/feed")
        let words = try await podcast.fetch(items).map { $0?.words }
        #expect(words == ["it is in your own network", "its URL isn't on the web"] && server.requests.isEmpty)
    }

    @Test func `a busy server is asked again when it says, unless that is long`() async throws {
        let server = try LoopbackServer { request in
            Answer(503, headers: ["Retry-After": request.path == "/long.mp3" ? "3600" : "0"], body: "")
        }
        let items = try podcast.episodes(["/long.mp3", "/short.mp3"].map(server.url), of: server.url("/feed"))
        let words = try await podcast.fetch(items).map { $0?.words }
        #expect(words == ["unreached: the server answered 503 (server error)", words[0]])
        #expect(server.hits("/long.mp3") == 1)
    }

    @Test func `a file that is complete but for its name needs no request`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let item = try episode(of: server)
        try podcast.library.changeDownload(of: item) {
            ($0.file, $0.total, $0.validator, $0.validatorHost) = ("talk.mp3", talk.count, "\"1\"", server.url("/"))
        }
        try FileManager.default.createDirectory(atPath: podcast.folder, withIntermediateDirectories: true)
        try Data(talk).write(to: URL(fileURLWithPath: podcast.folder + "/talk.mp3.part"))
        #expect(try await podcast.fetch([item]) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(podcast.names == ["talk.mp3"] && server.requests.isEmpty)
    }

    @Test func `bytes of an unknown version aren't continued`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let item = try episode(of: server)
        try podcast.library.changeDownload(of: item) { $0.file = "talk.mp3" }
        try FileManager.default.createDirectory(atPath: podcast.folder, withIntermediateDirectories: true)
        try Data([9, 9, 9]).write(to: URL(fileURLWithPath: podcast.folder + "/talk.mp3.part"))
        #expect(try await podcast.fetch([item]) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(podcast.bytes("talk.mp3") == talk && server.requests[0].headers["range"] == nil)
    }
}

@Suite struct `Running downloads` {
    private let podcast: Podcast

    init() throws { podcast = try Podcast() }

    /// A server that sends half of each file, and the rest once the gate is open.
    private func halving(until gate: Gate) throws -> LoopbackServer {
        try LoopbackServer { request in
            if request.headers["range"] != nil || gate.isOpen { return Answer.file(talk, to: request) }
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(talk.count)\r\nETag: \"1\"\r\n\r\n"
            return .silence(after: Array(head.utf8) + talk[..<100_000])
        }
    }

    private func begin(_ items: [ItemID], by fetcher: EpisodeFetcher) -> (
        run: any Disposable, told: Record<EpisodeNews>
    ) {
        let told = Record<EpisodeNews>()
        let run = fetcher.fetch(items).subscribe { if case .next(let event) = $0 { told.add(event.news) } }
        return (run, told)
    }

    private let half = EpisodeNews.progress(bytes: 100_000, total: talk.count)

    @Test func `a run tells how far it is, and a stopped one continues`() async throws {
        let server = try halving(until: Gate())
        let items = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))
        let fetcher = podcast.fetcher()
        let (run, told) = begin(items, by: fetcher)
        await told.wait { $0.contains(half) }
        run.dispose()
        #expect(try await podcast.fetch(items, by: fetcher) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=100000-"])
        #expect(podcast.bytes("talk.mp3") == talk)
    }

    @Test func `a paused download stops, and what has come stays`() async throws {
        let server = try halving(until: Gate())
        let items = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))
        let (run, told) = begin(items, by: podcast.fetcher())
        defer { run.dispose() }
        await told.wait { $0.contains(half) }
        podcast.library.setDownloads(of: ItemSet(items), to: .paused)
        await told.wait { $0.last == .stopped }
        #expect(podcast.bytes("talk.mp3.part") == Array(talk[..<100_000]))
        #expect(try await podcast.fetch(items) == [.stopped])
    }

    @Test func `an episode that leaves the queue takes its part along, and undo continues it`() async throws {
        let server = try halving(until: Gate())
        let items = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))
        let fetcher = podcast.fetcher()
        let (run, told) = begin(items, by: fetcher)
        defer { run.dispose() }
        await told.wait { $0.contains(half) }
        podcast.library.mark(.items(ItemSet(items)), .state(.queued, false))
        await told.wait { $0.last == .stopped }
        let settings = fetcher.settings.downloads
        podcast.library.drain()
        try podcast.library.tidyDownloads(settings, at: Date())
        #expect(podcast.names == [".trash"])
        podcast.library.undo { _ in }
        podcast.library.drain()
        try podcast.library.tidyDownloads(settings, at: Date())
        #expect(try await podcast.fetch(items, by: fetcher) == [.kept(path: podcast.folder + "/talk.mp3")])
        #expect(server.requests.last?.headers["range"] == "bytes=100000-" && podcast.bytes("talk.mp3") == talk)
    }

    @Test func `of two processes only one downloads an episode`() async throws {
        let server = try halving(until: Gate())
        let items = try podcast.episodes([server.url("/talk.mp3")], of: server.url("/feed"))
        let (run, told) = begin(items, by: podcast.fetcher())
        defer { run.dispose() }
        await told.wait { $0.contains(half) }
        let other = try Podcast(sharing: podcast)
        #expect(try await other.fetch(items) == [.unreached("another lede downloads it")])
        #expect(try server.requests.count == 1 && podcast.download(items[0]).stage == .wanted)
    }

    @Test func `only one comes from a host at a time, in the order of the queue`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { .held(until: gate, Answer.file(talk, to: $0)) }
        let names = ["/one.mp3", "/two.mp3", "/three.mp3"]
        let items = try podcast.episodes(names.map(server.url), of: server.url("/feed"))
        let (run, told) = begin(items, by: podcast.fetcher())
        defer { run.dispose() }
        try gate.waitUntilReached()
        #expect(server.requests.count == 1)
        gate.open()
        await told.wait { $0.count { if case .kept = $0 { true } else { false } } == 3 }
        #expect(server.requests.map(\.path) == names)
    }

    @Test func `a full budget is said, and heard episodes make room`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let items = try podcast.episodes(["/one.mp3", "/two.mp3"].map(server.url), of: server.url("/feed"))
        let fetcher = podcast.fetcher { $0.bytes = talk.count + 10 }
        #expect(try await podcast.fetch([items[0]], by: fetcher) == [.kept(path: podcast.folder + "/one.mp3")])
        #expect(
            try await podcast.fetch([items[1]], by: fetcher) == [.failed("“download-megabytes” leaves no room for it")])
        #expect(try podcast.download(items[1]).stage == .wanted && podcast.names == ["one.mp3"])
        podcast.library.mark(.item(items[0]), .state(.heard, true))
        podcast.library.drain()
        #expect(try await podcast.fetch([items[1]], by: fetcher) == [.kept(path: podcast.folder + "/two.mp3")])
        #expect(try podcast.names == ["two.mp3"] && podcast.download(items[0]) == EpisodeDownload())
    }
}
