import Testing

@testable import Configuration

@Suite struct FeedOptionTests {
    private func options(_ lines: String...) -> FeedOptions? {
        let list = UrlsList("https://a.example/\n" + lines.map { "#: \($0)\n" }.joined())
        return list.problems.isEmpty ? list.feeds[0].options : nil
    }

    @Test(arguments: [
        ("1", 60), ("90", 5400), ("60s", 60), ("30m", 1800), ("2h", 7200), ("1d", 86_400), ("1w", 604_800)
    ])
    func `a time is a number with a unit, or in minutes`(value: String, seconds: Int) {
        #expect(options("interval \(value)")?.interval == seconds)
    }

    @Test(arguments: ["", "0", "59s", "367d", "-1", "h", "2 h", "1.5h", "9223372036854775807d", "99999999999999999999"])
    func `an invalid or excessive time is refused`(value: String) {
        #expect(options("interval \(value)") == nil)
    }

    @Test(arguments: [("yes", true), ("no", false), ("On", true), ("false", false)])
    func `a switch is set with yes or no`(value: String, isOn: Bool) {
        #expect(options("verify \(value)")?.verifies == isOn)
        #expect(options("refresh \(value)")?.refreshes == isOn)
    }

    @Test func `the last value of an option counts, and headers accumulate`() {
        #expect(options("max-items 10", "max-items 20")?.maxItems == 20)
        #expect(options("header A: 1", "header A: 2")?.headers.map(\.value) == ["1", "2"])
    }

    @Test(arguments: ["header", "header A", "header : x", "header A B: x", "header Ä: x"])
    func `an invalid header is refused`(line: String) {
        #expect(options(line) == nil)
    }

    @Test func `a login has a user, a password and a kind`() {
        let options = options("auth digest", "user me", "password a b # c")
        #expect(options?.authentication == .digest && options?.user == "me" && options?.password == "a b # c")
        #expect(self.options("auth ntlm") == nil)
    }

    @Test(arguments: [
        ("none", ""), ("socks5h://127.0.0.1:9050", "socks5h://127.0.0.1:9050"), ("http://p:1", "http://p:1")
    ])
    func `a proxy is a URL or none`(value: String, proxy: String) {
        #expect(options("proxy \(value)")?.proxy == proxy)
    }

    @Test(arguments: ["ftp://a", "proxy.example", "http://", "file:///x"])
    func `an invalid proxy is refused`(value: String) {
        #expect(options("proxy \(value)") == nil)
    }

    @Test func `a file option needs an absolute path`() {
        #expect(options("ca-file ~/ca.pem")?.caFile == "~/ca.pem")
        #expect(options("ca-file ca.pem") == nil)
    }

    @Test func `a value can't contain invisible characters`() {
        #expect(options("user-agent \"a\\nHost: b\"") == nil)
        #expect(options("header A: \u{202E}b") == nil)
    }

    @Test func `the manual explains every feed option with its value, once`() throws {
        #expect(Set(FeedOption.all.map(\.name)).count == FeedOption.all.count)
        #expect(try Manual.explains(FeedOption.all))
    }
}
