import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.blocking) struct `Downloads that are cut short` {
    private static let talk = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private let home: Home
    private let server: LoopbackServer
    private var folder: String { home.path + "/Podcasts" }

    /// A server that sends half of what is asked for, and waits then, until somebody asks from a million on.
    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/feed.xml" {
                let file = "<enclosure url=\"http://\(request.headers["host"] ?? "")/talk.mp3\" type=\"audio/mpeg\"/>"
                return Answer(
                    200, body: "<rss version=\"2.0\"><channel><item><title>Talk</title>\(file)</item></channel></rss>")
            }
            guard case .complete(let status, let headers, let body) = Answer.file(Self.talk, to: request),
                body.count > 1_000_000
            else { return Answer.file(Self.talk, to: request) }
            let lines = (headers.map { "\($0.key): \($0.value)" } + ["Content-Length: \(body.count)"]).sorted()
            let head = "HTTP/1.1 \(status) OK\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n"
            return .silence(after: Array(head.utf8) + body[..<1_000_000])
        }
        try home.write(urls: [server.url("/feed.xml")])
        _ = try Lede.run("refresh", home: home)
    }

    private func session() throws -> TerminalSession {
        try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["download", "1"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
    }

    @Test(arguments: [SIGKILL, SIGINT])
    func `a killed download continues where it was, and Ctrl-C says what stays`(signal: Int32) throws {
        let session = try session()
        try session.waitForScreen(showing: "[##########..........] 0/1 episode, 1.0 MB of 2.0 MB")
        session.signal(signal)
        if signal == SIGINT {
            #expect(try session.waitForExit() == .status(130))
            #expect(session.screen.contains("lede: stopped after 0 of 1 episode, keeping what has arrived"))
        } else {
            #expect(try session.waitForExit() == .signal(SIGKILL))
        }
        let run = try Lede.run("download", home: home)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = try #require(names.first)
        #expect(run.status == 0 && run.output == "\(folder)/\(name)\tTalk\n" && names.count == 1, "\(run)")
        #expect(FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) } == Self.talk)
        #expect(server.requests.suffix(2).map { $0.headers["range"] } == [nil, "bytes=1000000-"])
        #expect(server.requests.last?.headers["if-range"] == "\"1\"")
    }
}
