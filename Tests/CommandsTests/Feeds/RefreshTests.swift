import FeedParser
import Foundation
import Library
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede refresh` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            request.path == "/gone" ? Answer(404) : Answer(200, body: SampleFeed.news.atom)
        }
        home = try Home()
    }

    @Test func `refresh fetches every feed, and prints nothing on success`() async throws {
        try home.write(urls: [server.url("/feed")])
        let run = try await home.run("refresh")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `refresh names the failed feed and exits with 1, but stores the others`() async throws {
        try home.write(urls: [server.url("/gone"), server.url("/feed")])
        let run = try await home.run("refresh")
        #expect(run.status == 1)
        #expect(
            run.errors == "lede: \(server.url("/gone")): the server answered 404 (not found)\n")
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `refresh says in one line that there is no network`() async throws {
        try home.write(urls: ["http://127.0.0.1:1/a", "http://127.0.0.1:2/b", "http://127.0.0.1:2/c"])
        let run = try await home.run("refresh")
        #expect(run.status == 1)
        #expect(run.errors == "lede: no server could be reached: check your network\n")
        #expect(try await !home.run("doctor").output.contains("failing"))
        try home.write(config: "proxy http://127.0.0.1:1\n")
        #expect(try await home.run("refresh").errors.hasSuffix("check your network and proxy\n"))
    }

    @Test func `refresh says that another lede is fetching a feed only if the user names it`() async throws {
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("feeds")
        let library = try Library(path: "\(home.data)/library.db")
        let leases = Leases(in: library, renewedOn: .main)
        _ = try leases.acquire(library.feeds().map(\.id), wantedSince: Date())
        #expect(try await home.run("refresh").errors.isEmpty)
        #expect(
            try await home.run("refresh", server.url("/feed")).errors
                == "lede: \(server.url("/feed")): skipped: another lede is fetching it\n")
    }

    @Test func `refresh with feeds fetches only these, and each once even if it is named twice`() async throws {
        try home.write(urls: [server.url("/a"), server.url("/b")])
        #expect(try await home.run("refresh", server.url("/b"), server.url("/b")).status == 0)
        #expect(server.hits("/a") == 0 && server.hits("/b") == 1)
        #expect(try await home.run("refresh", "/nowhere").status == 2)
    }

    @Test func `refresh --json prints a line for each feed`() async throws {
        try home.write(urls: [server.url("/feed")])
        let run = try await home.run("refresh", "--json")
        #expect(run.output == #"{"url":"\#(server.url("/feed"))","result":"stored","new":2,"changed":0}"# + "\n")
    }

    @Test func `feeds lists feeds with unread counts`() async throws {
        try home.write(urls: [server.url("/feed"), server.url("/gone")])
        _ = try await home.run("refresh")
        let lines = try await home.run("feeds").output.split(separator: "\n")
        #expect(lines.first == "2/2\tThe News\t\(server.url("/feed"))\t")
        // A feed without a title has only its URL.
        #expect(lines.last == "0/0\t\t\(server.url("/gone"))\t! the server answered 404 (not found)")
        let unknown = try await home.run("feeds", "--tag", "nothing")
        #expect(unknown.status == 2 && unknown.errors.hasSuffix("“nothing”: add tags in the urls file\n"))
        let missing = try await home.run("refresh", "Nothing like it")
        #expect(missing.status == 2 && missing.errors.hasSuffix("“Nothing like it”: “lede feeds” lists your feeds\n"))
    }

    @Test func `refresh --due fetches a new feed, and then not before its time`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "The News", items: []).rss) }
        try home.write(urls: [server.url("/feed")])
        for _ in 1...2 {
            let run = try await home.run("refresh", "--due")
            #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        }
        #expect(server.hits("/feed") == 1)
        #expect(try await home.run("refresh").status == 0)
        #expect(server.hits("/feed") == 2)
    }

    @Test func `a server with too many requests is named and skipped, which isn't a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(429, headers: ["Retry-After": "3600"]) }
        try home.write(urls: [server.url("/feed")])
        let words = "skipped: its server got too many requests and asked lede to wait"
        for _ in 1...2 {
            let run = try await home.run("refresh")
            #expect(run.status == 0 && run.errors == "lede: \(server.url("/feed")): \(words)\n")
        }
        let due = try await home.run("refresh", "--due")
        #expect(due.status == 0 && due.errors.isEmpty)
        #expect(server.hits("/feed") == 1)
    }

    @Test func `a gone feed is skipped until it is named`() async throws {
        let server = try LoopbackServer { _ in Answer(410) }
        try home.write(urls: [server.url("/feed")])
        #expect(try await home.run("refresh").status == 1)
        #expect(try await home.run("refresh").status == 0)
        #expect(server.hits("/feed") == 1)
        #expect(try await home.run("refresh", server.url("/feed")).status == 1)
        #expect(server.hits("/feed") == 2)
    }

    @Test func `a search finds what a refresh has just stored, whether it is indexed or not`() async throws {
        let items = (1...1200).map { SampleFeed.Item(title: "Story \($0)") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Stories", items: items).rss) }
        try home.write(urls: [server.url("/feed")])
        #expect(try await home.run("refresh").status == 0)
        let run = try await home.run("search", "story", "--limit", "0")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n").count == 1200)
    }
}

@Suite struct `Notifications` {
    private let home: Home

    init() throws { home = try Home.reading(.stories) }

    private var program: String {
        #"notify-program "sh -c 'printf \"%s\\n\" \"$0\" >> \#(home.path)/told'""#
    }

    private var told: String {
        (try? String(contentsOfFile: "\(home.path)/told", encoding: .utf8)) ?? ""
    }

    @Test func `lede refresh runs the notification program if there are new items, or always if asked`() async throws {
        try home.write(config: "\(program)\nnotify-format \"%d in %D, %n in %f: 100%%\"\n")
        for _ in 1...2 {
            let run = try await home.run("refresh")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(told == "2 in 1, 2 in 1: 100%\n")
        try home.write(config: "\(program)\nnotify-always yes\n")
        #expect(try await home.run("refresh").status == 0)
        #expect(told.hasSuffix("\n0 new, 2 unread\n"))
    }

    @Test func `notifications count items as lists show them, without duplicates and hidden items`() async throws {
        let copy = SampleFeed(title: "Copy", items: [.init(title: "First story", link: "https://example.org/1")]).rss
        try Data(copy.utf8).write(to: URL(filePath: "\(home.path)/copy"))
        try home.write(urls: ["file://\(home.path)/feed", "file://\(home.path)/copy"])
        try home.write(
            config: "\(program)\nnotify-format \"%d in %D, %n\"\non new title =~ \"second\" do hide\n")
        let run = try await home.run("refresh")
        #expect(run.status == 0 && told == "1 in 1, 1\n")
    }

    @Test func `a rule's notification is clean text`() async throws {
        try home.write(config: "\(program)\nnotify-format \"\"\non new title =~ \"second\" do notify\n")
        #expect(try await home.run("refresh").status == 0)
        #expect(told == "new: Second ]2;xstory\n")
    }

    @Test func `rules run for all new items, even for very many`() async throws {
        let items = (1...1500).map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
        try Data(SampleFeed(title: "News", items: items).rss.utf8).write(to: URL(filePath: "\(home.path)/feed"))
        try home.write(config: "notify-format \"\"\non new title =~ \"Story\" do run \"cat >> \(home.path)/told\"\n")
        #expect(try await home.run("refresh").status == 0)
        #expect(told.split(separator: "\n").count == 1500)
    }

    @Test func `the failure of a notification program is reported`() async throws {
        try home.write(config: "notify-program false\n")
        let run = try await home.run("refresh")
        #expect(run.status == 0 && run.errors.contains("notify-program: the command failed with exit code 1"))
    }
}

@Suite struct `The code of libraries` {
    @Test func `released library code leaves memory, and works again when called`() async {
        // In a separate process, because other tests would load the code again at once.
        await #expect(processExitsWith: .success) {
            let document = Array("<rss version='2.0'><channel><title>News</title></channel></rss>".utf8)
            let feed = try FeedParser.parse(document)
            #expect(try kilobytesResident(ofCodeIn: "libxml2") > 0)
            LibraryCode.giveBack()
            #expect(try kilobytesResident(ofCodeIn: "libxml2") == 0)
            #expect(try FeedParser.parse(document) == feed)
        }
    }
}

/// The kilobytes of a library's code in this process's memory.
private func kilobytesResident(ofCodeIn library: String) throws -> Int {
    let map = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd()
    let lines = String(decoding: map ?? Data(), as: UTF8.self).split(separator: "\n")
    let code = lines.firstIndex { $0.contains(library) && $0.contains(" r-xp ") }
    let resident = try lines[#require(code)...].first { $0.hasPrefix("Rss:") }
    return try #require(resident.flatMap { Int($0.split(separator: " ")[1]) })
}
