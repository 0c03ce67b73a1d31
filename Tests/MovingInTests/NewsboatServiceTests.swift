import Testing

@testable import Configuration
@testable import MovingIn

@Suite struct `A service in newsboat's config file` {
    private func moved(_ text: String) -> ImportedConfig {
        ImportedConfig(newsboat: Array(text.utf8), path: "/n/config")
    }

    private func text(_ account: NewAccount?) -> String {
        var text = UrlsText([])
        if let account { _ = text.add(account) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (
            """
            freshrss-login "me"
            urls-source "freshrss"
            freshrss-url "https://rss.example.org/api/greader.php"
            freshrss-password "two  words"
            """,
            "server:greader:https://rss.example.org/api/greader.php\n#: user me\n#: password two  words\n"
        ),
        (
            "urls-source miniflux\nminiflux-url https://m.example.org/\nminiflux-login me\nminiflux-tokenfile ~/a/b",
            "server:miniflux:https://m.example.org/\n#: password-command cat ~/a/b\n"
        ),
        (
            "urls-source ocnews\nocnews-url https://c.example.org\nocnews-login me\nocnews-passwordeval \"pass show c\"",
            "server:nextcloud:https://c.example.org\n#: user me\n#: password-command pass show c\n"
        ),
        (
            "urls-source ttrss\nttrss-url http://127.0.0.1/tt\nttrss-login me\nttrss-passwordfile \"~/it's here/x\"",
            "server:ttrss:http://127.0.0.1/tt\n#: user me\n#: password-command cat ~/'it'\\''s here/x'\n"
        ),
        (
            "urls-source oldreader\noldreader-login me\noldreader-password x\noldreader-passwordeval y",
            "server:greader:https://theoldreader.com\n#: user me\n#: password x\n"
        ),
        (
            "urls-source inoreader\ninoreader-login me\ninoreader-passwordeval y\ninoreader-app-id 1\ninoreader-app-key k",
            """
            server:greader:https://www.inoreader.com
            #: user me
            #: password-command y
            #: header AppId: 1
            #: header AppKey: k

            """
        )
    ])
    func `it becomes an account with its login`(config: String, account: String) throws {
        #expect(text(try #require(moved(config).newsboatService).account) == account)
        #expect(UrlsList(account).problems == [])
    }

    @Test func `its lines don't come into lede's config file, and the others do`() {
        let moved = moved(
            "urls-source freshrss\nfreshrss-url https://a.example\nfreshrss-password secret\ntext-width 70\nttrss-login x"
        )
        let text = moved.text(without: moved.config.problems)
        #expect(
            !text.contains("secret")
                && text.contains("\n# freshrss-password: see the server's line in the urls file.\n"))
        #expect(text.contains("\ntext-width 70\n"))
        #expect(moved.leftOut(moved.config.problems).map(\.line) == [5])
    }

    @Test(arguments: [
        ("urls-source newsblur\nnewsblur-login me", "can't sync with newsblur"),
        ("urls-source feedbin", "can't sync with feedbin"),
        ("urls-source freshrss\nfreshrss-login me", "can't take over the server of freshrss"),
        ("urls-source ttrss\nttrss-url \"`pass url`\"", "can't take over the server of ttrss"),
        ("urls-source ttrss\nttrss-url https://a.example", "newsboat's config has no password for ttrss"),
        ("urls-source ttrss\nttrss-url http://a.example\nttrss-password x", "ttrss's URL isn't https"),
        (
            "urls-source ttrss\nttrss-url https://a.example\nttrss-password \"a\\tb\"",
            "“password” must be text, not text with invisible characters"
        )
    ])
    func `what can't be taken over is told`(config: String, remark: String) {
        let remarks = moved(config).newsboatService?.remarks ?? []
        #expect(remarks.contains { $0.contains(remark) }, "\(remarks)")
        #expect(!remarks.contains { $0.contains("a\tb") })
    }

    @Test(arguments: ["", "urls-source local", "urls-source opml\nopml-url https://a.example", "freshrss-login me"])
    func `without a service there is none`(config: String) {
        #expect(moved(config).newsboatService == nil)
    }
}
