import Foundation
import System
import TestSupport

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
