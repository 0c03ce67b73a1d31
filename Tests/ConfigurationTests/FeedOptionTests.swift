import TestSupport
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

@Suite struct `Lines of feed servers` {
    private let url = "https://rss.example.org/api/greader.php"

    @Test func `a line has a kind, a URL, a title and tags, and settings below it`() throws {
        let list = UrlsList(
            """
            https://a.example/
            #: group home
            server:greader:\(url) "~Home" news
            #: user me
            #: password-command pass show "rss"
            # a remark
            #: history 8w
            #: ca-file ~/ca.pem
            #: insecure yes
            #: header X-Key: a
            https://b.example/
            #: interval 2h
            """)
        #expect(list.problems == [] && list.urls == ["https://a.example/", "https://b.example/"])
        let account = try #require(list.accounts.first)
        #expect(list.accounts.count == 1 && account.line == 3)
        #expect(account.kind == .greader && account.url == url && account.title == "Home")
        #expect(account.allTags == ["news", "home"])
        #expect(account.options.user == "me" && account.options.passwordCommand == "pass show \"rss\"")
        #expect(account.options.history == 56 * 86_400 && account.options.mayBeInsecure == true)
        #expect(account.options.caFile == "~/ca.pem" && account.options.headers.map(\.name) == ["X-Key"])
        #expect(list.feeds[1].options?.interval == 7200)
    }

    @Test(arguments: AccountLine.Kind.allCases)
    func `every kind of server can be named`(kind: AccountLine.Kind) {
        #expect(UrlsList("server:\(kind):https://a.example/").accounts.map(\.kind) == [kind])
    }

    @Test(arguments: [
        ("server:greeder:https://a.example", "“greeder” isn't a kind of feed server: did you mean “server:greader:”?"),
        (
            "server:FreshRSS:https://a.example",
            "“FreshRSS” isn't a kind of feed server: did you mean “server:greader:”?"
        ),
        ("server:tt-rss:https://a.example", "“tt-rss” isn't a kind of feed server: did you mean “server:ttrss:”?"),
        (
            "server:https://a.example",
            "“https” isn't a kind of feed server: use one of greader, miniflux, fever, nextcloud, ttrss"
        ),
        (
            "server:fever:a.example",
            "“a.example” isn't the URL of a server: use server:fever:URL with an https URL"
        ),
        (
            "server:fever:file:///etc/passwd",
            "“file:///etc/passwd” isn't the URL of a server: use server:fever:URL with an https URL"
        ),
        (
            "server:ttrss:https://me:secret@a.example/",
            "“https://a.example/” has a user name or password: write them below the line, as “#: user”"
        )
    ])
    func `an invalid line is reported with what was expected, and its settings are ignored`(
        line: String, reason: String
    ) {
        let list = UrlsList("\n\(line)\n#: interval 2h\n#: user me")
        #expect(list.accounts == [])
        #expect(list.problems == [UrlsProblem(line: 2, column: 1, reason: reason)])
    }

    @Test(arguments: [
        ("interval 2h", "“interval” doesn't apply to a feed server"),
        ("full-page yes", "“full-page” doesn't apply to a feed server"),
        ("usr me", "unknown setting of a feed server “usr”: did you mean “user”?"),
        ("colour red", "unknown setting of a feed server “colour”"),
        (
            "history ever",
            "“history” must be a time such as 30d or 8w (without a unit, days), not “ever”"
        )
    ])
    func `a setting that doesn't apply is reported`(setting: String, reason: String) {
        let list = UrlsList("server:greader:\(url)\n#: \(setting)\n#: user me")
        #expect(list.problems == [UrlsProblem(line: 2, column: 1, reason: reason)])
        #expect(list.accounts.first?.options.user == "me")
    }

    @Test func `a setting of servers doesn't apply to a feed, and a server can't be hidden`() {
        #expect(
            UrlsList("https://a.example/\n#: history 30d").problems.map(\.reason) == [
                "“history” applies only to feed servers: put it below a line that begins with server:"
            ])
        #expect(
            UrlsList("server:greader:\(url) !").problems.map(\.reason) == [
                "a feed server can't be hidden with “!”"
            ])
    }

    @Test func `an account that comes twice is reported, and another user's isn't`() {
        let list = UrlsList(
            """
            server:greader:\(url)
            #: user me
            server:greader:\(url)
            #: user you
            server:greader:HTTPS://rss.example.org:443/api/greader.php/
            #: user me
            server:fever:\(url)
            #: user me
            nonsense
            """)
        #expect(list.accounts.map(\.line) == [1, 3, 7])
        #expect(list.problems.map(\.line) == [5, 9])
        #expect(
            list.problems[0].reason
                == "this account is already in line 1: set another “user”, or remove one of the lines")
    }

    @Test func `only so many servers are read`() {
        let list = UrlsList((0..<200).map { "server:fever:https://a.example/\($0)\n" }.joined())
        #expect(list.accounts.count == 100 && list.problems.count == 100)
    }

    @Test func `a file with a server isn't bare, even without settings`() {
        #expect(!UrlsList.isBare(Array("server:fever:https://a.example/".utf8)))
        #expect(!UrlsList.isBare(Array("https://a.example/\nserver:fever:https://a.example/\n".utf8)))
        #expect(UrlsList.isBare(Array("https://server.example/\nr:\nhttps://observer/".utf8)))
    }

    @Test func `only the user may add an account or change its settings`() {
        let line = "server:greader:\(url)\n#: user me\n"
        let old = UrlsList("https://a.example/\n\(line)#: password-command pass\n")
        func toTrust(_ text: String) -> [String] { UrlsList(text).feedsToTrust(comparedWith: old) }
        let name = "server:greader:\(url) me"
        #expect(toTrust("\(line)#: password-command cat secret\nhttps://a.example/") == [name])
        #expect(toTrust("\(line)#: password-command pass\n\(line)#: password-command cat secret") == [name])
        #expect(toTrust("server:fever:https://b.example/") == ["server:fever:https://b.example/"])
        #expect(toTrust("https://a.example/\nserver:greader:\(url) ~T\n#: user me\n#: password-command pass") == [])
    }

    @Test func `edits of feeds leave accounts alone`() throws {
        let account = "server:greader:\(url) \"~Home\"  tag # mine\n#: user me\n# remark\n#: history 30d\n"
        var text = UrlsText(Array("https://a.example/\n\(account)https://b.example/\n#: interval 2h".utf8))
        let removed = text.remove("https://a.example/")
        let isMoved = text.move("https://b.example/", to: FeedGroup(path: "g"))
        let isRenamed = text.rename("https://b.example/", to: "B")
        let isRetagged = text.retag("server:greader:\(url)", ["x"]) || text.rename(url, to: "x")
        #expect(removed != nil && isMoved && isRenamed && !isRetagged)
        #expect(String(decoding: text.bytes, as: UTF8.self).contains(account))
    }

    @Test func `an account is added with its settings, taken out and put back`() throws {
        var account = try #require(NewAccount(.greader, url, title: "My \"Home\""))
        try account.set("user", to: "me")
        try account.set("password", to: "  \"two  spaces\" # \\ ")
        var text = UrlsText(Array("https://a.example/\n#: group g\nhttps://b.example/".utf8))
        let before = text
        let (isAdded, isAddedAgain) = (text.add(account), text.add(account))
        #expect(isAdded && !isAddedAgain)
        let line = try #require(text.list.accounts.first)
        #expect(text.list.problems == [] && line.title == "My \"Home\"" && line.group == nil)
        #expect(line.options.password == "  \"two  spaces\" # \\ " && line.name == account.name)
        var other = try #require(NewAccount(.greader, url))
        try other.set("user", to: "you")
        let isOtherAdded = text.add(other)
        #expect(isOtherAdded && text.list.accounts.map(\.options.user) == ["me", "you"])
        let after = text
        let entry = try #require(text.entry(of: other.name).flatMap { RemovedFeed(text: $0.text) })
        #expect(!entry.isFeed)
        text.revert(entry)
        #expect(text.list.accounts.map(\.options.user) == ["me"])
        text.restore(entry)
        #expect(text == after)
        #expect(before.list.feeds == text.list.feeds.map { $0 })
    }

    @Test(arguments: [("user", "a\nb"), ("password", ""), ("history", "x"), ("interval", "2h"), ("netrc-file", "x")])
    func `an account can't have an invalid setting`(name: String, value: String) throws {
        var account = try #require(NewAccount(.greader, url))
        #expect(throws: FeedOption.Refusal.self) { try account.set(name, to: value) }
        #expect(NewAccount(.greader, "file:///x") == nil && NewAccount(.fever, "https://me:a@b.example") == nil)
    }

    @Test func `the message about an invalid password doesn't contain it`() {
        let list = UrlsList("server:fever:https://a.example\n#: password \"ge\\theim\"\n")
        #expect(
            list.problems.map(\.reason) == ["“password” must be text, not text with invisible characters"])
    }

    @Test func `accounts of another file of the user join this one, once`() {
        var text = UrlsText(Array("https://a.example/\nserver:fever:https://x.example/\n#: user me\n".utf8))
        let joined = text.join(
            UrlsText(
                Array(
                    "server:fever:https://x.example\n#: user me\nserver:ttrss:https://y.example/\n#: user you\n".utf8)))
        #expect(joined.accounts.map(\.url) == ["https://y.example/"])
        #expect(joined.names == ["server:ttrss:https://y.example/ you"])
        #expect(text.list.accounts.map(\.options.user) == ["me", "you"] && text.list.problems == [])
    }

    @Test func `lede can't add a server as a feed`() {
        #expect(throws: Address.Failure(description: "lede can't add “server:” lines: use “lede sync login”")) {
            try Address(typed: "server:greader:https://a.example/")
        }
    }

    @Test func `the manual explains every setting of servers with its value, once`() throws {
        #expect(Set(FeedOption.ofServers.map(\.name)).count == FeedOption.ofServers.count)
        #expect(FeedOption.ofServers.count == 11)
        #expect(try Manual.explains(FeedOption.ofServers))
    }
}

/// Pages of the manual.
enum Manual {
    static var urls: String {
        get throws {
            try ProjectFile.text("Documentation/reference/urls.md")
        }
    }

    /// Whether the page of the urls file has a table of exactly these options: a row for each with its name, its value and
    /// a sentence without a full stop.
    static func explains(_ options: [FeedOption]) throws -> Bool {
        let tables = try urls.split(separator: "\n", omittingEmptySubsequences: false).split { !$0.hasPrefix("|") }
        let starts = options.map { "| `\($0.name)` | \($0.kind.value) | " }
        return tables.contains { table in
            let rows = table.dropFirst(2)
            return rows.count == starts.count
                && zip(rows, starts).allSatisfy { row, start in
                    row.hasPrefix(start) && row.hasSuffix(" |") && !row.hasSuffix(". |") && row.count > start.count + 4
                }
        }
    }
}
