import TestSupport
import Testing

@Suite(.serialized) struct SoakTests {
    @Test func `readers survive careless keys, a bad server, changing files and other processes, and lose nothing`()
        throws
    {
        print("Soaking for \(Soaking.seconds) s with LEDE_SOAK_SEED=\(Soaking.seed)")
        print(try Soak(seed: Soaking.seed).run(seconds: Soaking.seconds))
    }

    @Test(.enabled(if: Soaking.isAlone, "“make soak” measures the time, without other tests"))
    func `a reader shows a command's change within a second`() throws {
        let news = SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss
        let server = try LoopbackServer { _ in Answer(200, body: news) }
        let home = try Home()
        try home.write(urls: [server.url("/news")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        let times = try (1...10).map { number in
            let isRead = number % 2 == 1
            #expect(try Lede.run(["mark", isRead ? "read" : "unread", "--all"], home: home).status == 0)
            let start = ContinuousClock.now
            try reader.waitForScreen(showing: isRead ? "0 unread" : "2 unread")
            return ContinuousClock.now - start
        }
        #expect(times.sorted()[times.count / 2] < .seconds(1), "\(times)")
    }
}
