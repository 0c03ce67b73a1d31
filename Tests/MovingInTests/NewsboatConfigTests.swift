import Testing

@testable import Configuration
@testable import MovingIn

@Suite struct `An imported config file of newsboat` {
    /// The converted file, without the heading.
    private func moved(_ text: String, including files: [String: String] = [:]) -> (text: String, moved: ImportedConfig)
    {
        let moved = ImportedConfig(newsboat: Array(text.utf8), path: "/n/config") { files[$0].map { Array($0.utf8) } }
        let text = moved.text(without: moved.config.problems)
        return (String(text.drop { $0 != "\n" }.drop { $0 == "\n" }), moved)
    }

    @Test(arguments: [
        ("browser \"echo %u | xclip\"", "browser sh -c \"echo \\\"$LEDE_URL\\\" | xclip\""),
        ("browser \"open '%u' > /dev/null 2>&1 &\"", "browser sh -c \"open \\\"$LEDE_URL\\\" > /dev/null 2>&1 &\""),
        ("macro p pipe-to \"wc -w > ~/words\"", "macro p pipe-to sh -c \"wc -w > ~/words\""),
        ("browser \"$HOME/bin/open\"", "browser sh -c \"$HOME/bin/open \\\"$LEDE_URL\\\"\""),
        (
            "macro c set browser \"echo '%t' %u | xclip\" ; open-in-browser ; set browser linkhandler -- \"copy it\"",
            "macro c set browser sh -c \"echo \\\"$LEDE_TITLE\\\" \\\"$LEDE_URL\\\" | xclip\" ; open-in-browser ; set browser linkhandler -- \"copy it\""
        )
    ])
    func `a browser that needs a shell becomes a script that never contains the URL`(theirs: String, ours: String) {
        #expect(moved(theirs).text == ours + "\n")
        #expect(moved(theirs).moved.config.problems.isEmpty)
    }

    @Test(arguments: [
        "browser linkhandler", "browser \"firefox '%u'\"", "macro m set browser \"mpv %u\" ; open-in-browser"
    ])
    func `a command that needs no shell stays unchanged`(line: String) {
        #expect(moved(line).text == line + "\n")
    }

    @Test(arguments: [
        ("articlelist-format \"%D %t\"", "%b %d"), ("articlelist-format \"%D %t\"\ndatetime-format %F", "%F"),
        ("scrolloff 1", "")
    ])
    func `custom row formats keep newsboat's dates`(theirs: String, dates: String) {
        let config = moved(theirs).moved.config
        #expect(config.text(.datetimeFormat) == dates && config.problems.isEmpty)
    }

    @Test(arguments: [
        ("articlelist-format \"%D %t\"", false), ("feedlist-format %t\narticlelist-format %t", false),
        ("scrolloff 1", true)
    ])
    func `custom row formats get the whole width`(theirs: String, hasPanes: Bool) {
        let (text, moved) = moved(theirs)
        #expect(moved.config.isOn(.panes) == hasPanes && moved.config.problems.isEmpty)
        #expect(text.split(separator: "\n").count { $0 == "panes no" } == (hasPanes ? 0 : 1))
    }

    @Test(arguments: [
        ("proxy 127.0.0.1:9", "use-proxy no"), ("proxy 127.0.0.1:9\nuse-proxy yes", "use-proxy yes"),
        ("proxy-type socks5\nuse-proxy yes\nproxy 127.0.0.1:9", "proxy socks5://127.0.0.1:9"),
        ("proxy socks4://127.0.0.1:9\nproxy-type socks5", "proxy socks4://127.0.0.1:9"),
        ("auto-reload yes", "reload-time 60"), ("auto-reload yes\nreload-time 30", "reload-time 30")
    ])
    func `what newsboat does with a proxy and automatic reloads stays as it was`(theirs: String, ours: String) {
        let name = ours.prefix { $0 != " " } + " "
        let lines = moved(theirs).text.split(separator: "\n").filter { $0.hasPrefix(name) }
        #expect(lines == [ours[...]])
    }

    @Test(arguments: [
        ("x", "", []), ("x y", "", ["list-feeds-once yes"]),
        ("x y", "feed-sort-order firsttag-asc", ["list-feeds-once yes"]),
        ("x", "feed-sort-order unreadarticlecount-asc", ["group-feeds no"]), ("", "feed-sort-order title", [])
    ])
    func `a converted config lists each feed once, as newsboat does`(tags: String, theirs: String, ours: [String]) {
        let grouping = NewsboatGrouping(UrlsList("https://b.example/\nhttps://a.example/ \(tags)\n"))
        let moved = ImportedConfig(newsboat: Array(theirs.utf8), path: "config", grouping: grouping)
        let lines = moved.text(without: []).split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("list-") || $0.hasPrefix("group-") } == ours)
    }

    @Test func `a converted config has no groups if nearly every feed would have its own`() {
        func lines(_ urls: String) -> String {
            ImportedConfig(newsboat: [], path: "config", grouping: NewsboatGrouping(UrlsList(urls))).text(without: [])
        }
        let urls = (0..<6).map { "https://a.example/\($0)" }
        #expect(lines(urls.enumerated().map { "\($1) t\($0) news\n" }.joined()).contains("\ngroup-feeds no\n"))
        #expect(lines(urls.enumerated().map { "\($1) t\($0 % 3) news\n" }.joined()).contains("\nlist-feeds-once yes\n"))
    }

    @Test(arguments: [("bind-key x quit", true), ("unbind-key j", true), ("macro x quit", false), ("mouse no", false)])
    func `a converted config uses newsboat's keys if it binds or unbinds any`(line: String, begins: Bool) {
        let (text, moved) = moved(line)
        #expect((moved.config.text(.keys) == "newsboat") == begins && text.hasSuffix(line + "\n"))
    }

    @Test func `a converted config contains the files that it included`() {
        let (text, moved) = moved(
            "scrolloff 1\ninclude \"more\"\nwrap-scroll yes\n",
            including: [
                "/n/more": "text-width 60\nreload-threads 2\ninclude ~/own\n", "~/own": "include /n/more\nmouse no"
            ])
        #expect(moved.config.number(.textWidth) == 60 && moved.config.isOn(.wrapScroll) && !moved.config.isOn(.mouse))
        #expect(text.contains("text-width 60\n# lede: newsboat's reload-threads"))
        #expect(
            moved.leftOut(moved.config.problems).map { "\($0.file ?? ""):\($0.line)" } == ["/n/more:2", "~/own:1"])
    }

    @Test(arguments: [
        "browser firefox", "notify-program \"x\"", "bookmark-cmd x", "share mail x", "macro k pipe-to wc",
        "macro k set browser mpv ; open-in-browser", "bind k everywhere open;run x", "on new unread = \"yes\" do run x",
        "on new unread = \"yes\" do \"run\" x", "macro e edit-urls x", "bind e everywhere quit;edit-urls x"
    ])
    func `an import lists each line that lets lede run a program`(line: String) {
        let harmless = "macro q quit ; edit-urls -- x\nbind-key e edit-urls feedlist\non new title =~ \"run\" do star\n"
        let moved = moved("mouse no\n\(line)\n\(harmless)").moved
        let programs = moved.runningPrograms(besides: moved.config.problems)
        #expect(programs.map(\.line) == [2] && programs.allSatisfy { $0.text.hasPrefix(line.prefix(8)) })
    }

    @Test func `comments made of newsboat's lines contain no control characters`() {
        #expect(moved("reload-threads \u{1B}]0;x\u{7}\u{202E}\n").text.hasSuffix("\n# reload-threads  ]0;x  \n"))
    }

    @Test func `no more included files are imported than lede reads`() {
        var asked = 0
        let text = Array((0..<9).map { "include file\($0)\n" }.joined().utf8)
        _ = ImportedConfig(newsboat: text, path: "/n/config") { _ in
            asked += 1
            return text
        }
        #expect(asked < 100)
    }

    @Test func `the path of newsboat's cache is found`() {
        #expect(moved("cache-file ~/a.db\nmouse no\n").moved.newsboatCache == "~/a.db")
        #expect(moved("mouse no\n").moved.newsboatCache == nil)
    }
}

@Suite struct `A filter of newsboat's` {
    @Test(arguments: [
        ("a = 1 or b = 2 and c = 3", "(a = 1 or b = 2) and c = 3"),
        ("a = 1 or b = 2 or c = 3 and d = 4 and e = 5", "(a = 1 or b = 2 or c = 3) and d = 4 and e = 5"),
        ("a = 1 or b = 2 and c = 3 or d = 4 and e = 5", "((a = 1 or b = 2) and c = 3 or d = 4) and e = 5"),
        ("x = 1 and (a = 1 or b = 2 and c = 3)", "x = 1 and ((a = 1 or b = 2) and c = 3)"),
        ("a = 1 or (b = 2 and c = 3) and d = 4", "(a = 1 or (b = 2 and c = 3)) and d = 4"),
        ("title =~ \"this or that and\" or b = 2 and c = 3", "(title =~ \"this or that and\" or b = 2) and c = 3"),
        ("(a = 1) or (b = 2)and(c = 3)", "((a = 1) or (b = 2))and(c = 3)")
    ])
    func `a filter that newsboat reads from left to right gets parentheses`(theirs: String, ours: String) {
        #expect(NewsboatFilter.parenthesised(theirs) == ours)
        #expect(NewsboatFilter.parenthesised(ours) == nil)
    }

    @Test(arguments: [
        "a = 1", "a = 1 and b = 2 or c = 3", "a = 1 or b = 2", "(a = 1 or b = 2) and c = 3",
        "a = 1 and b = 2 and c = 3",
        "a = 1 or (b = 2 and c = 3)", "title # \"or\" and x = 1", "", ")) or (and", "\"open"
    ])
    func `a filter that both programs read the same way stays unchanged`(filter: String) {
        #expect(NewsboatFilter.parenthesised(filter) == nil)
    }

    @Test func `filters keep their meaning in every line of a config file`() {
        let theirs = #"""
            define-filter Both "unread = \"yes\" or age < 3 and title =~ \"x\""
            highlight-article "title =~ \"a\" or title =~ \"b\" and unread = \"yes\"" red default
            ignore-article "*" "title =~ \"a\" or title =~ \"b\" and age > 3"
            macro f set-filter "age < 3 or age > 9 and unread = \"yes\"" ; next-unread -- "some"
            """#
        let moved = ImportedConfig(newsboat: Array(theirs.utf8), path: "config")
        #expect(
            moved.text(without: []).hasSuffix(
                #"""
                define-filter Both "(unread = \"yes\" or age < 3) and title =~ \"x\""
                highlight-article "(title =~ \"a\" or title =~ \"b\") and unread = \"yes\"" red default
                ignore-article * "(title =~ \"a\" or title =~ \"b\") and age > 3"
                macro f set-filter "(age < 3 or age > 9) and unread = \"yes\"" ; next-unread -- some

                """#))
        #expect(moved.config.filterNotes.isEmpty)
        let notes = Config(Array(theirs.utf8), path: "config").filterNotes
        #expect(notes.map { "\($0.place.line):\($0.place.column)" } == ["1:20", "2:19", "3:16", "4:20"])
    }

    @Test func `query feeds keep their meaning in a urls file, and other lines stay unchanged`() {
        var text = UrlsText(
            Array("# mine\nhttps://a.example/ x\n\"query:Q:a = \\\"1\\\" or b = \\\"2\\\" and c = 3\" tag\n".utf8))
        #expect(text.list.filterNotes(in: "urls").map { "\($0.place.line):\($0.place.column)" } == ["3:10"])
        #expect(text.parenthesiseQueries() == ["Q"])
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == "# mine\nhttps://a.example/ x\n\"query:Q:(a = \\\"1\\\" or b = \\\"2\\\") and c = 3\" tag\n")
        #expect(text.parenthesiseQueries() == [])
    }
}

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
