import TestSupport
import Testing

@Suite(.blocking) struct `Refreshing` {
    @Test(arguments: [24, 32])
    func `with few file descriptors, a refresh fails without other damage`(descriptors: Int) throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "ulimit -n \(descriptors); exec \"$0\" refresh", BuildProducts.executable("lede")],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    }
}
