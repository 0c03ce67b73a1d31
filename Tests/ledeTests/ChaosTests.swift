import Foundation
import Library
import TestSupport
import Testing

@Suite struct `Chaos` {
    @Test func `in the middle of a refresh leaves a library that is whole, and that the next refresh completes`() throws
    {
        var halves = 0
        for round in TestSupport.Chaos.rounds(5) {
            let server = try LoopbackServer { request in
                let items = (1...60).map { SampleFeed.Item(title: "\(request.path) \($0)", body: "<p>Text</p>") }
                return Answer(200, body: SampleFeed(title: request.path, items: items).rss)
            }
            let home = try Home()
            try home.write(urls: (1...30).map { server.url("/\($0)") })
            _ = try KilledRun(
                program: BuildProducts.executable("lede"), arguments: ["refresh"],
                environment: Lede.environment(home: home, adding: [:])
            ) { try server.waitForHits(on: "/\(Int.random(in: 8...28))") }
            let killed = try Library(path: home.data + "/library.db")
            #expect(try killed.check() == [], "round \(round)")
            let totals = try Set(killed.feeds().map(\.total))
            #expect(totals.isSubset(of: [0, 60]), "round \(round)")
            if totals.count == 2 { halves += 1 }
            #expect(try Lede.run("refresh", home: home).status == 0, "round \(round)")
            let library = try Library(path: home.data + "/library.db")
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.feeds().map(\.total) == Array(repeating: 60, count: 30), "round \(round)")
        }
        #expect(halves > 0, "no round was killed in the middle")
    }
}
