import Foundation
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
    func `a time is a number with a unit, or of minutes`(value: String, seconds: Int) {
        #expect(options("interval \(value)")?.interval == seconds)
    }

    @Test(arguments: ["", "0", "59s", "367d", "-1", "h", "2 h", "1.5h", "9223372036854775807d", "99999999999999999999"])
    func `a time that is none, or out of bounds, is refused`(value: String) {
        #expect(options("interval \(value)") == nil)
    }

    @Test(arguments: [("yes", true), ("no", false), ("On", true), ("false", false)])
    func `what can be so or not is said with yes or no`(value: String, isOn: Bool) {
        #expect(options("verify \(value)")?.verifies == isOn)
        #expect(options("refresh \(value)")?.refreshes == isOn)
    }

    @Test func `what is set last counts, and headers gather`() {
        #expect(options("max-items 10", "max-items 20")?.maxItems == 20)
        #expect(options("header A: 1", "header A: 2")?.headers.map(\.value) == ["1", "2"])
    }

    @Test(arguments: ["header", "header A", "header : x", "header A B: x", "header Ä: x"])
    func `what is no header is refused`(line: String) {
        #expect(options(line) == nil)
    }

    @Test func `a log-in is told by user, password and kind`() {
        let options = options("auth digest", "user me", "password a b # c")
        #expect(options?.authentication == .digest && options?.user == "me" && options?.password == "a b # c")
        #expect(self.options("auth ntlm") == nil)
    }

    @Test(arguments: [
        ("none", ""), ("socks5h://127.0.0.1:9050", "socks5h://127.0.0.1:9050"), ("http://p:1", "http://p:1")
    ])
    func `a proxy is an address or none`(value: String, proxy: String) {
        #expect(options("proxy \(value)")?.proxy == proxy)
    }

    @Test(arguments: ["ftp://a", "proxy.example", "http://", "file:///x"])
    func `what is no proxy is refused`(value: String) {
        #expect(options("proxy \(value)") == nil)
    }

    @Test func `a file is told by its whole path`() {
        #expect(options("ca-file ~/ca.pem")?.caFile == "~/ca.pem")
        #expect(options("ca-file ca.pem") == nil)
    }

    @Test func `no value holds what can't be seen`() {
        #expect(options("user-agent \"a\\nHost: b\"") == nil)
        #expect(options("header A: \u{202E}b") == nil)
    }

    @Test func `every option has a name of its own and is explained`() {
        #expect(Set(FeedOption.all.map(\.name)).count == FeedOption.all.count)
        #expect(FeedOption.all.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") && !$0.value.isEmpty })
    }

    @Test func `the manual has every option, with its value and what it does`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manual = try String(contentsOf: sources.appending(path: "Documentation/reference/urls.md"), encoding: .utf8)
        let rows = FeedOption.all.map { "| `\($0.name)` | \($0.value) | \($0.meaning) |\n" }
        #expect(manual.contains(rows.joined()))
    }
}
