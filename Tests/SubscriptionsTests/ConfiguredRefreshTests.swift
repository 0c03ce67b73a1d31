import Configuration
import HTTP
import Library
import Refresh
import Testing

@testable import Subscriptions

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

@Suite struct RetentionSettingsTests {
    @Test func `the config file says how many items lede keeps, and for how long`() {
        #expect(config("keep-articles-days 7\nmax-items 9").retention == Retention(days: 7, items: 9, bytes: 256 << 20))
        #expect(config("keep-articles-days 0").retention == Retention(bytes: 256 << 20))
        #expect(config("max-megabytes 0").retention == Retention())
    }

    @Test func `a feed's own limits replace the general ones, and 0 removes a limit`() {
        let list = UrlsList(
            "https://a.example/\n#: max-items 5\nhttps://b.example/\n#: keep-days 0\nhttps://c.example/\n")
        #expect(
            list.retentions(besides: Retention(days: 7, items: 9)) == [
                "https://a.example/": Retention(days: 7, items: 5), "https://b.example/": Retention(days: nil, items: 9)
            ])
    }

    private func config(_ lines: String) -> Config { Config(Array(lines.utf8), path: "config") }
}
