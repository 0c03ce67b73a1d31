import Configuration
import HTTP
import Refresh
import Subscriptions
import Testing

@Suite struct `Settings for refreshing` {
    private func settings(_ lines: String) -> RefreshSettings {
        let config = Config(Array(lines.utf8), path: "config")
        #expect(config.problems.isEmpty)
        return RefreshSettings(config, Paths(environment: ["HOME": "/home/me"]))
    }

    @Test func `the config file sets how many feeds are fetched at once, for how long and how often`() {
        let settings = settings(
            """
            max-transfers 7
            transfers-per-host 3
            download-timeout 5
            command-timeout 6
            shortest-interval 10
            longest-interval 20
            """)
        #expect(settings.transfers == 7 && settings.transfersPerHost == 3)
        #expect(settings.request.limits?.overall == .seconds(5) && settings.commandTimeout == .seconds(6))
        #expect(settings.intervals == RefreshIntervals(shortest: .seconds(600), longest: .seconds(1200)))
    }

    @Test func `the longest interval is at least the shortest one`() {
        let intervals = settings("shortest-interval 60\nlongest-interval 20").intervals
        #expect(intervals == RefreshIntervals(shortest: .seconds(3600), longest: .seconds(3600)))
    }

    @Test func `the user agent is the one that is set, or lede's own`() {
        #expect(settings("user-agent Robot/1").request.userAgent == "Robot/1")
        #expect(settings("").request.userAgent == Version.userAgent)
    }

    @Test(arguments: [
        ("", Proxy.fromEnvironment), ("proxy none", .direct),
        ("proxy proxy.example:8080", .server("http://proxy.example:8080")),
        (
            "proxy socks5://127.0.0.1:9050\nproxy-auth me:a:b",
            .server("socks5://127.0.0.1:9050", Credentials(name: "me", password: "a:b"))
        ),
        ("proxy proxy.example\nuse-proxy no", .fromEnvironment)
    ])
    func `requests use the proxy that is set, or none`(lines: String, proxy: Proxy) {
        #expect(settings(lines).request.proxy == proxy)
    }
}
