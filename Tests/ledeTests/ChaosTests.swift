import Foundation
import Library
import TestSupport
import Testing

@Suite struct `Chaos` {
    @Test func `in the middle of a refresh leaves a library that is whole, and that the next refresh completes`() throws
    {
        let server = try LoopbackServer { request in
            let items = (1...60).map { SampleFeed.Item(title: "\(request.path) \($0)", body: "<p>Text</p>") }
            return Answer(200, body: SampleFeed(title: request.path, items: items).rss)
        }
        for round in TestSupport.Chaos.rounds(5) {
            let home = try Home()
            try home.write(urls: (1...30).map { server.url("/\($0)") })
            _ = try KilledRun(
                program: BuildProducts.executable("lede"), arguments: ["refresh"],
                environment: Lede.environment(home: home, adding: [:]), after: .random(in: 0.02...0.5))
            if FileManager.default.fileExists(atPath: home.data + "/library.db") {
                #expect(try Library(path: home.data + "/library.db").check() == [], "round \(round)")
            }
            #expect(try Lede.run("refresh", home: home).status == 0, "round \(round)")
            let library = try Library(path: home.data + "/library.db")
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.feeds().map(\.total) == Array(repeating: 60, count: 30), "round \(round)")
        }
    }
}
