import Foundation
import SQLite
import System
import TestSupport

@testable import Library

/// A home in which a write can be done, and copies of it.
struct ChaosStage {
    let write: ChaosWrite
    let server: ChaosServer
    /// The home before the write. Each round works in a copy.
    private let original: Home
    /// How long the write takes when nothing goes wrong.
    private(set) var duration = 0.0

    init(_ write: ChaosWrite) throws {
        self.write = write
        server = try ChaosServer()
        original = try Home()
        try prepare()
        let home = try copy()
        let start = ContinuousClock.now
        let run = try perform(in: home)
        duration = (ContinuousClock.now - start) / .seconds(1)
        guard run.status == 0, try progress(in: home) == .whole else { throw ChaosFinding("fails by itself: \(run)") }
        try expectWorking(in: home)
    }

    func copy(onto home: Home? = nil) throws -> Home {
        let home = try home ?? Home()
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try? FileManager.default.removeItem(atPath: "\(home.path)/\(name)")
            try FileManager.default.copyItem(atPath: "\(original.path)/\(name)", toPath: "\(home.path)/\(name)")
        }
        return home
    }

    var program: String { get throws { try BuildProducts.executable(write == .indexing ? "ChaosVictim" : "lede") } }

    func arguments(in home: Home) -> [String] {
        switch write {
        case .refresh, .retention: ["refresh"]
        case .marks: ["mark", "read", "--all"]
        case .undo: ["undo"]
        case .opml: ["import", "opml", home.path + "/feeds.opml"]
        case .urls: ["add", "--as-is", server.url("/9"), "--tags", "new"]
        case .creation: ["unread"]
        case .indexing: [Self.library(home), "index"]
        case .backup: ["backup", home.path + "/backup.db"]
        case .restore: ["restore", home.path + "/backup.db"]
        case .preloading: ["preload"] + (1...6).map(String.init)
        case .folder: ["sync"]
        }
    }

    func perform(in home: Home, environment: [String: String] = [:]) throws -> CommandRun {
        try CommandRun(
            program: program, arguments: arguments(in: home),
            environment: Lede.environment(home: home, adding: environment))
    }

    func progress(in home: Home) throws -> ChaosProgress {
        let all = ChaosServer.feeds * ChaosServer.items
        switch write {
        case .refresh: return ChaosProgress(try count("items", in: home), from: 0, to: all)
        case .marks: return ChaosProgress(try unread(home), from: all, to: 0)
        case .undo, .restore: return ChaosProgress(try unread(home), from: 0, to: all)
        case .opml, .urls:
            // Whatever a kill has left of the change shows with the next command.
            let feeds = try Lede.run("feeds", "--json", home: home).output.split(separator: "\n").count
            return ChaosProgress(feeds, from: ChaosServer.feeds, to: ChaosServer.feeds + (write == .opml ? 40 : 1))
        case .creation:
            // Reading has to roll back first what a kill has left.
            let database = try Database(path: Self.library(home), access: .readWrite)
            let version = try database.first("PRAGMA user_version") { $0.int(0) }
            return ChaosProgress(version ?? 0, from: 0, to: Schema.version)
        case .indexing:
            return ChaosProgress(try Library(path: Self.library(home)).unindexedItems(), from: all, to: 0)
        case .backup:
            // A copy, because whoever opens a library may write to it.
            let copy = try Home()
            try FileManager.default.copyItem(atPath: home.path + "/backup.db", toPath: copy.path + "/backup.db")
            let backup = try Library(path: copy.path + "/backup.db")
            guard try backup.check() == [] else { return .part }
            return ChaosProgress(try backup.counts(of: .all).items, from: 0, to: all)
        case .retention:
            let items = try count("states WHERE is_deleted = 0", in: home)
            return ChaosProgress(items, from: all, to: ChaosServer.feeds * 5)
        case .preloading:
            // The exit code is about pages. A picture that couldn't be kept is fetched when it is shown.
            return ChaosProgress(try count("full_texts WHERE bytes > 0", in: home), from: 0, to: 6)
        case .folder:
            let desk = try Home()
            try FileManager.default.copyItem(atPath: original.path + "/desk", toPath: desk.data)
            try desk.write(urls: server.urls)
            try desk.write(config: "sync-folder \(home.path)/shared\ndevice-name desk\n")
            guard try Lede.run("sync", home: desk).status == 0 else { return .part }
            return ChaosProgress(try unread(desk), from: all, to: 0)
        }
    }

    /// Checks that the library is whole, that everything else works, and that no lease is left.
    func expectWorking(in home: Home) throws {
        let refresh = try Lede.run("refresh", home: home)
        guard refresh.status == 0 else { throw ChaosFinding("no refresh works afterwards: \(refresh)") }
        let faults = try Library(path: Self.library(home)).check()
        guard faults.isEmpty else { throw ChaosFinding("the library isn't whole: \(faults)") }
        guard try count("fetches WHERE lease_holder IS NOT NULL", in: home) == 0 else {
            throw ChaosFinding("a lease is left")
        }
        let doctor = try Lede.run("doctor", home: home).output.split(separator: "\n")
        let complaints = doctor.filter { line in
            line.hasPrefix("✗") && ["library", "urls file", "config", "privacy"].contains { line.contains("\t\($0)\t") }
        }
        guard complaints.isEmpty else { throw ChaosFinding("lede doctor says: \(complaints)") }
    }

    /// Drafts and the like, and libraries that were set aside and are still the one in use.
    func leftovers(in home: Home) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted().filter { name in
            if name.hasSuffix(".replaced.db") || name.hasSuffix(".damaged.db") {
                let file = try FileManager.default.attributesOfItem(atPath: "\(home.path)/\(name)")
                return file[.referenceCount] as? Int != 1
            }
            let ends = [".new", ".tmp", ".draft", ".draft-wal", ".draft-shm", "-journal", ".damaged"]
            return name.contains("/.new.") || ends.contains { name.hasSuffix($0) }
        }
    }

    static func library(_ home: Home) -> String { home.data + "/library.db" }

    private func count(_ table: String, in home: Home) throws -> Int {
        try Database(path: Self.library(home), access: .readOnly).first("SELECT count(*) FROM \(table)") { $0.int(0) }
            ?? 0
    }

    private func unread(_ home: Home) throws -> Int {
        let run = try Lede.run("unread", home: home)
        guard let count = Int(run.output.dropLast()) else { throw ChaosFinding("lede unread: \(run)") }
        return count
    }
}

/// What was found to be wrong.
struct ChaosFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// MARK: Preparing

extension ChaosStage {
    private func prepare() throws {
        try original.write(urls: server.urls)
        try original.write(config: write == .retention ? "max-items 5\n" : "")
        switch write {
        case .refresh: try lede("unread")
        case .marks, .urls, .indexing: try lede("refresh")
        case .undo: try lede("refresh", then: "mark", "read", "--all")
        case .opml:
            try lede("refresh")
            let lines = (1...40).map { "<outline type=\"rss\" xmlUrl=\"\(server.url("/more/\($0)"))\"/>" }
            let text = "<opml version=\"2.0\"><body>\(lines.joined())</body></opml>"
            try Data(text.utf8).write(to: URL(filePath: original.path + "/feeds.opml"))
        case .creation: try makeEmptyLibrary()
        case .backup: try lede("backup", original.path + "/backup.db", after: "unread", then: "refresh")
        case .restore:
            try lede("refresh")
            try lede("backup", original.path + "/backup.db", then: "mark", "read", "--all")
        case .retention:
            // Without the limit, which is there from the next refresh on.
            try original.write(config: "")
            try lede("refresh")
            try original.write(config: "max-items 5\n")
            server.state.withLock { $0.items = 3 }
        case .preloading: try lede("refresh")
        case .folder:
            try FileManager.default.createDirectory(
                atPath: original.path + "/shared", withIntermediateDirectories: true)
            try lede("refresh")
            try FileManager.default.copyItem(atPath: original.data, toPath: original.path + "/desk")
            try original.write(config: "sync-folder ~/shared\ndevice-name laptop\n")
            try lede("sync", then: "mark", "read", "--all")
        }
    }

    private func lede(_ words: String..., after first: String? = nil, then others: String...) throws {
        for words in [[first].compactMap(\.self), words, others] where !words.isEmpty {
            let run = try Lede.run(words, home: original)
            guard run.status == 0 else { throw ChaosFinding("\(words): \(run)") }
        }
    }

    private func makeEmptyLibrary() throws {
        // lede makes the file and its folder, which only the user may read.
        try lede("unread")
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: Self.library(original) + suffix) }
        try Data().write(to: URL(filePath: Self.library(original)))
    }
}

/// A server with feeds, pages and pictures, whose network can be cut.
final class ChaosServer: Sendable {
    static let feeds = 8
    static let items = 40

    /// How the server is at the moment.
    struct State: Sendable {
        var isCut = false
        /// How many items feeds have.
        var items = ChaosServer.items
    }

    let state: Locked<State>
    private let server: LoopbackServer

    init() throws {
        let state = Locked(State())
        self.state = state
        server = try LoopbackServer { request in
            let (now, good) = state.withLock { ($0, Self.answer(to: request.path, items: $0.items)) }
            guard now.isCut, Bool.random() else { return .complete(status: 200, headers: [:], body: good) }
            let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(good.count)\r\n\r\n".utf8)
            let sent = Array((head + good).prefix(.random(in: 0...head.count + good.count)))
            return Bool.random() ? .reset(after: sent) : .raw(sent)
        }
    }

    var urls: [String] { (1...Self.feeds).map { server.url("/\($0)") } }

    func url(_ path: String) -> String { server.url(path) }

    private static func answer(to path: String, items: Int) -> [UInt8] {
        if path.hasPrefix("/page") {
            // Pages of a feed with the same words would have no article.
            let text = (1...30).map { "<p>Part \($0) of \(path) tells a story that is long enough to be one.</p>" }
                .joined()
            return Array("<article>\(text)<img src=\"/picture\(path).png\"></article>".utf8)
        }
        // Each has a file of its own.
        if path.hasPrefix("/picture") { return picture + Array(path.utf8) }
        let feed = SampleFeed(
            title: "News \(path)",
            items: (1...items).map {
                let body = "<p>Story \($0) of \(path)</p>" + String(repeating: "<p>And more of it.</p>", count: 30)
                return SampleFeed.Item(
                    title: "Story \($0) \(path)", body: body, link: "/page\(path)/\($0)",
                    date: start.addingTimeInterval(-3600 * Double($0)))
            })
        return Array(feed.rss.utf8)
    }

    /// When the newest item of each feed was published, but for an hour.
    private static let start = Date()

    private static let picture = (try? ProjectFile.bytes("Tests/PicturesTests/Fixtures/palette.png")) ?? []
}
