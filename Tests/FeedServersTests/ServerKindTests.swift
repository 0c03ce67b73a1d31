import Testing

@testable import FeedServers

@Suite struct ServerKindTests {
    @Test func `every protocol refuses a login in the clear, and takes a safe one`() throws {
        for kind in ServerKind.allCases {
            let account = ServerAccount(url: "http://rss.example.org/", user: "a", password: "b")
            #expect(failure { _ = try kind.server(for: account) }?.kind == .loginInsecure)
            var safe = account
            safe.url = "https://rss.example.org/"
            #expect(try kind.server(for: safe).abilities.marksAtOnce > 0)
        }
    }
}
