import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `A moved feed` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/old" { return Answer(301, headers: ["Location": "/new"]) }
            return Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        try home.write(urls: ["# mine", "\(server.url("/old")) tag # kept"])
    }

    @Test func `a feed that has moved for days offers its new URL, and keeps its marks there`()
        throws
    {
        for _ in 1...3 { #expect(try Lede.run("refresh", home: home).status == 0) }
        #expect(try Lede.run("mark", "read", "1", home: home).status == 0)
        #expect(try Lede.run("doctor", home: home).status == 0)
        try letDaysGoBy()
        let doctor = try Lede.run("doctor", home: home)
        #expect(doctor.status == 1)
        let moved = doctor.output.split(separator: "\n").filter { $0.hasPrefix("moved") }
        #expect(
            moved.count == 1
                && moved.first?.contains("to \(server.url("/new")): change its URL with “lede move”") == true)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread · 1 moved (E)")
        try reader.press("I")
        try reader.waitForScreen(showing: "The feed has moved permanently to \(server.url("/new"))")
        try reader.press("q", "E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("Press @ to use") }
        try reader.press("@")
        try reader.waitForScreen(showing: "Feed URL: \(server.url("/new"))")
        try reader.press(.control("g"), "q")
        #expect(try reader.quit() == .status(0))

        #expect(try Lede.run("move", "News", home: home).output == "changed the URL of News to \(server.url("/new"))\n")
        #expect(
            try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
                == "# mine\n\(server.url("/new")) tag # kept\n")
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(try Lede.run("unread", home: home).output == "1\n")
        #expect(try Lede.run("doctor", home: home).status == 0)
        #expect(server.requests.map(\.path) == ["/old", "/new", "/old", "/new", "/old", "/new", "/new"])
    }

    /// Changes the stored dates as if two days had passed.
    private func letDaysGoBy() throws {
        try Database(path: home.data + "/library.db", access: .readWrite).execute(
            "UPDATE fetches SET moved_since = moved_since - 2 * 86400000")
    }
}
