import Foundation
import Library
import TestSupport
import Testing

@Suite struct `Chaos` {
    @Test func `in the middle of a refresh leaves a library that is whole, and that the next refresh completes`() throws
    {
        for round in TestSupport.Chaos.rounds(5) {
            // From one of them on the answers don't come before the end.
            let (gate, last) = (Gate(), Int.random(in: 8...28))
            let server = try LoopbackServer { request in
                if Int(request.path.dropFirst()) == last, !gate.isOpen { return .held(until: gate, Answer(503)) }
                let items = (1...60).map { SampleFeed.Item(title: "\(request.path) \($0)", body: "<p>Text</p>") }
                return Answer(200, body: SampleFeed(title: request.path, items: items).rss)
            }
            let home = try Home()
            try home.write(urls: (1...30).map { server.url("/\($0)") })
            _ = try KilledRun(
                program: BuildProducts.executable("lede"), arguments: ["refresh"],
                environment: Lede.environment(home: home, adding: [:])
            ) {
                try server.waitForHits(on: "/\(last)")
                while try Lede.run("unread", home: home).output == "0\n" {}
            }
            gate.open()
            let killed = try Library(path: home.data + "/library.db")
            #expect(try killed.check() == [], "round \(round)")
            #expect(try Set(killed.feeds().map(\.total)) == [0, 60], "round \(round)")
            #expect(try Lede.run("refresh", home: home).status == 0, "round \(round)")
            let library = try Library(path: home.data + "/library.db")
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.feeds().map(\.total) == Array(repeating: 60, count: 30), "round \(round)")
        }
    }
}
