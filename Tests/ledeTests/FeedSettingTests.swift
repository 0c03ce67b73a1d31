import Foundation
import TestSupport
import Testing

@Suite struct `Settings of one feed` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path.hasPrefix("/locked"), request.headers["authorization"] == nil {
                return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
            }
            let items = (1...5).map { number in
                let folder = request.path.hasPrefix("/same") ? "/same" : request.path
                return SampleFeed.Item(title: "Story \(number)", link: "https://e.org\(folder)/\(number)")
            }
            return Answer(200, body: SampleFeed(title: "News of \(request.path)", items: items).rss)
        }
        home = try Home()
    }

    private func headers(of path: String, _ name: String) -> [String?] {
        server.requests.filter { $0.path == path }.map { $0.headers[name] }
    }

    /// The result of each feed, by URL.
    private func refresh() throws -> [String: String] {
        let run = try Lede.run("refresh", "--json", home: home)
        let lines = try run.output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        return try lines.reduce(into: [String: String]()) { outcomes, line in
            let url = try #require(line["url"] as? String)
            outcomes[url] = line["error"] as? String ?? line["result"] as? String
        }
    }

    @Test func `the reader warns at its start and in the details about a feed without a certificate check`() throws {
        let reader = try Reader.launch(feeds: [server.url("/a"), "#: verify no"], size: (120, 24))
        try reader.waitForScreen { $0.line(23).contains("“\(server.url("/a"))” could come from anyone: “verify no”") }
        try reader.press("E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("/a” could come from anyone") }
        try reader.press("q", "I")
        try reader.waitForScreen(showing: "lede doesn't check this server's certificate")
    }
}
