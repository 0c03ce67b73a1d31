import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `The config file` {
    private let home: Home
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Second story; $(touch x)", body: "<p>It went on.</p>", link: "https://example.org/2")
        ]
    ).rss

    init() throws {
        home = try Home()
    }

    @Test func `E lists the mistakes of the config file with their places and suggestions`() async throws {
        try home.write(config: "txt-width 72\nbind x feedlist relod\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "more)")
        reader.press("E")
        try await reader.waitForScreen { screen in
            screen.contains("config:1:1: unknown setting “txt-width”: did you mean “text-width”?")
                && screen.contains("config:2:17: unknown operation")
        }
        reader.press("q")
        try await reader.waitForScreen(showing: "2 invalid lines (E)")
        try home.write(config: "text-width 72\n")
        try await reader.waitForScreen(showing: "Reloaded the config file")
        reader.press("j")
        try await reader.waitForScreen { !$0.contains("invalid lines") }
    }

    @Test func `formats in the config file lay out the rows of feeds and items`() async throws {
        try home.write(
            config: "feedlist-format \"%i) %t %u\"\narticlelist-format \"%i) <%t> %?T?of %T&here? %>-%D\"\n")
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "First", date: .now)]).rss], home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "5) News (1/1)")
        reader.press(.enter)
        try await reader.waitForScreen { $0.text.contains(/1\) <First> here -+ +now/) }
        reader.press("q", .home, .enter)
        try await reader.waitForScreen { $0.text.contains(/1\) <First> of News -+ +now/) }
    }

    @Test func `an incomplete format keeps the old rows, and says where it breaks off`() async throws {
        try home.write(config: "articlelist-format \"%?T?by %T\"\n")
        let news = SampleFeed(title: "News", items: [.init(title: "First")]).rss
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "config:1: incomplete “%?T?by %T” in articlelist-format")
        reader.press("E")
        try await reader.waitForScreen(showing: "config:1:21: ")
        reader.press("q")
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● First")
    }

    @Test func `newsboat's row formats keep their columns, whatever the dates`() async throws {
        try home.write(config: "articlelist-format \"%4i %f %D %6L  %?T?|%-17T|  ?%t\"\n")
        let items = [0, 3 * 3600, 40 * 86_400, 900 * 86_400].enumerated().map { index, age in
            SampleFeed.Item(title: "Story \(index)", date: Date(timeIntervalSinceNow: -Double(age)))
        }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try await reader.openFeed(fetching: "4 new", showing: "Story 3")
        let screen = reader.screen
        let starts = (0..<4).compactMap { index -> Int? in
            let row = screen.lines.first { $0.contains("Story \(index)") }
            return row?.components(separatedBy: "Story").first?.count
        }
        #expect(starts.count == 4 && Set(starts).count == 1)
        #expect(screen.contains(" 3h ") && screen.text.contains(/[A-Z][a-z][a-z] 20[0-9][0-9]/))
    }

    @Test func `the config file binds keys, and the help shows them`() async throws {
        try home.write(config: "bind gr feedlist reload-all -- \"fetch the lot\"\nunbind-key R\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("g", "r")
        try await reader.waitForScreen(showing: "2 new in 1 feed")
        reader.press("g", "x")
        try await reader.waitForScreen(showing: "gx does nothing here")
        reader.type("?/fetch the lot")
        try await reader.waitForScreen { $0.lines.contains { $0.hasPrefix("   gr ") && $0.contains("fetch the lot") } }
    }

    @Test func `the config file may choose newsboat's keys`() async throws {
        try home.write(config: "keys newsboat\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "2 new in 1 feed")
        reader.press("j", .enter)
        try await reader.waitForScreen(showing: "● First story")
        reader.press("N")
        try await reader.waitForScreen { !$0.contains("● First story") }
        reader.press("U")
        try await reader.waitForScreen(showing: "● First story")
        reader.press("Q")
        #expect(try await reader.waitForExit() == .status(0))
    }

    @Test func `the reader follows the config file, and an invalid line keeps its old meaning`() async throws {
        try home.write(config: "show-read-articles yes\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try home.write(config: "datetime-format \"on the %Y!\"\nbind x everywhere quit\n")
        try await reader.waitForScreen { $0.contains("on the 2") && $0.contains("Reloaded the config file") }
        try home.write(config: "datetime-format \"on the %Y!\nbind x everywhere qit\n")
        try await reader.waitForScreen {
            $0.contains("config:1: unmatched quotation mark") && $0.contains("(E for 1 more)")
        }
        #expect(reader.screen.contains("on the 2"))
        reader.press("x")
        try await reader.waitForScreen(showing: "2 unread")
    }

    @Test func `the reader follows a config file whose folder's name has letters of any language`() async throws {
        let folder = "\(home.path)/jürgens 設定/lede"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.write(urls: [])
        try FileManager.default.copyItem(atPath: home.config + "/urls", toPath: folder + "/urls")
        let reader = try DrawnReader.launch(
            environment: ["XDG_CONFIG_HOME": "\(home.path)/jürgens 設定"], home: home)
        try await reader.waitForScreen(showing: "have any feeds yet")
        try Data("https://example.org/another\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try await reader.waitForScreen(showing: "example.org/another")
        try Data("bind x everywhere help\n".utf8).write(to: URL(filePath: folder + "/config"))
        try await reader.waitForScreen(showing: "Reloaded the config file")
    }

    @Test func `a changed config file keeps settings from the command line`() async throws {
        try home.write(config: "text-width 60\n")
        try Data("datetime-format \"on the %Y!\"\n".utf8).write(to: URL(filePath: "\(home.path)/more"))
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press(":")
        reader.type("source ~/more")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "on the 2")
        try home.write(config: "text-width 60\nbind x everywhere help\n")
        try await reader.waitForScreen { $0.contains("Reloaded the config file") && $0.contains("on the 2") }
        try home.write(config: "datetime-format \"in %Y!\"\n")
        try await reader.waitForScreen(showing: "in 2")
    }

    @Test func `a missing theme keeps the old one`() async throws {
        try home.write(config: "theme dark\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "Unread")
        // The name lede in the top line.
        func colour() -> Screen.Colour { reader.screen.cell(0, 1).foreground }
        let dark = colour()
        try home.write(config: "theme drak\n")
        try await reader.waitForScreen(showing: "unknown theme “drak”")
        #expect(colour() == dark)
        try home.write(config: "theme light\n")
        try await reader.waitForScreen { _ in colour() != dark }
    }

    @Test func `the reader follows a config file through links, and included files`()
        async throws
    {
        let dotfiles = "\(home.path)/dotfiles"
        try FileManager.default.createDirectory(atPath: dotfiles, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: home.config, withIntermediateDirectories: true)
        func replace(_ name: String, with text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(dotfiles)/\(name)"), options: .atomic)
        }
        try replace("lede", with: "# nothing\n")
        try FileManager.default.createSymbolicLink(
            atPath: "\(home.config)/config", withDestinationPath: "../../dotfiles/lede")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try replace("lede", with: "include \(dotfiles)/more\n")
        try await reader.waitForScreen(showing: "can't read")
        try replace("more", with: "datetime-format \"on the %Y!\"\n")
        try await reader.waitForScreen(showing: "on the 2")
        try replace("more", with: "datetime-format \"in %Y!\"\n")
        try await reader.waitForScreen(showing: "in 2")
    }

    @Test func `highlight-article colours matching rows, and an invalid filter is reported`() async throws {
        let colours = "highlight-article \"title =~ \\\"second\\\" and unread = \\\"yes\\\"\" color5"
        try home.write(config: "\(colours)\nhighlight-article \"titel = 1\" red\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "config:2: invalid filter: column 1: unknown attribute “titel”")
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        func colour(of title: String) -> Screen.Colour? {
            reader.screen.row(of: title).map { reader.screen.cell($0, 5).foreground }
        }
        try await reader.waitForScreen { _ in colour(of: "● Second") == .indexed(5) }
        #expect(colour(of: "● First") != .indexed(5))
        reader.press("j", "N")
        try await reader.waitForScreen { _ in colour(of: "Second") != .indexed(5) }
    }

    @Test func `highlight-feed colours matching feeds, and a filter about items is reported`() async throws {
        try home.write(
            config: """
                highlight-feed "age < 3" color5
                define-filter odd "titel = 1"
                highlight-feed "unread_count > 1" color5
                """)
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("config:1:16: invalid filter: column 1: “age” is about items")
                && $0.contains("config:2:19: invalid filter: column 1: unknown attribute “titel”")
        }
        reader.press("q")
        reader.press("R", "k")
        try await reader.waitForScreen { screen in
            screen.row(of: "News").map { screen.cell($0, 5).foreground } == .indexed(5)
        }
        reader.press("A")
        try await reader.waitForScreen { screen in
            screen.row(of: "News").map { screen.cell($0, 5).foreground } != .indexed(5)
        }
    }

    @Test func `highlights colour rows that have a format`() async throws {
        try home.write(
            config: """
                feedlist-format "%i  %t"
                articlelist-format "%i  %t"
                highlight feedlist News color5
                highlight articlelist Second color4
                highlight all "1  First" color3
                """)
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        func colour(of text: String, _ offset: Int = 0) -> Screen.Colour? {
            guard let row = reader.screen.row(of: text) else { return nil }
            let line = reader.screen.line(row)
            guard let start = line.range(of: text)?.lowerBound else { return nil }
            return reader.screen.cell(row, line.distance(from: line.startIndex, to: start) + offset).foreground
        }
        try await reader.waitForScreen(showing: "5  http")
        reader.press("r")
        try await reader.waitForScreen { $0.contains("2 new in 1 feed") && $0.contains("5  News") }
        reader.press("k")
        try await reader.waitForScreen { _ in colour(of: "News") == .indexed(5) && colour(of: "5  News") != .indexed(5)
        }
        reader.press("j", .enter)
        try await reader.waitForScreen { _ in colour(of: "2  Second", 3) == .indexed(4) }
        #expect(colour(of: "2  Second") != .indexed(4))
        reader.press("j")
        try await reader.waitForScreen { _ in colour(of: "1  First") == .indexed(3) }
    }

    @Test func `the reader follows the urls file`() async throws {
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        let urls = try String(contentsOfFile: "\(home.config)/urls", encoding: .utf8)
        try Data((urls + "https://example.org/another\n").utf8).write(to: URL(filePath: "\(home.config)/urls"))
        try await reader.waitForScreen(showing: "example.org/another")
    }

    @Test func `programs get an item's data, and no shell sees it`() async throws {
        try home.write(
            config: #"""
                macro a run sh -c "printf '%s|%s' \"$0\" \"$LEDE_TITLE\" > $HOME/run" %u ; help
                macro b pipe-to "sh -c 'cat > $HOME/piped'" ; show-failures
                """#)
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "Second story")
        reader.press("j", ",", "a")
        try await reader.waitForScreen(showing: "Keys in a list of items")
        #expect(try contents(of: "run") == "https://example.org/2|Second story; $(touch x)")
        reader.press("q", ",", "b")
        try await reader.waitForScreen(showing: "No feeds have failed")
        #expect(try contents(of: "piped").contains("It went on."))
    }

    @Test func `a browser script gets the opened link, and the article that contains it`() async throws {
        let body = "<p><a href='https://example.org/notes'>The notes</a></p>"
        let linked = SampleFeed(
            title: "Links", items: [.init(title: "Story", body: body, link: "https://example.org/story")]
        ).rss
        try home.write(
            config: #"browser "sh -c 'echo $LEDE_TITLE $LEDE_URL >> $HOME/opened'""# + "\n")
        let reader = try DrawnReader.launch(feeds: [linked], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Story")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "The notes")
        reader.press("1")
        try await reader.waitForScreen(showing: "Opened https://example.org/notes")
        reader.press("o")
        try await reader.waitForScreen(showing: "Opened https://example.org/story")
        #expect(
            try contents(of: "opened") == "Story https://example.org/notes\nStory https://example.org/story\n")
    }

    @Test(arguments: [
        // flock once passed the second half of the link to a shell.
        (
            #"browser "flock $HOME/lock -c \"echo %u\"""#, "lede never puts text into a script: use $LEDE_URL",
            false
        ),
        (#"browser "echo --url=%u""#, "“--url=%u”: %u must be a separate word: write", false),
        (#"browser "sh -c 'eval echo $LEDE_URL'""#, "Opened https://example.org/", true)
    ])
    func `no program gets a link that a shell could act on`(line: String, words: String, isOpened: Bool) async throws {
        let link = "https://example.org/;touch${IFS}\(home.path)/touched;`touch${IFS}\(home.path)/touched`"
        let feed = SampleFeed(title: "Links", items: [.init(title: "Story", link: link)]).rss
        try home.write(config: line.replacing("$HOME", with: home.path) + "\n")
        let reader = try DrawnReader.launch(feeds: [feed], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Story")
        reader.press("O")
        let screen = try await reader.waitForScreen(showing: words)
        #expect(screen.contains("● Story") != isOpened)
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/touched"))
        reader.press("E")
        try await reader.waitForScreen { $0.contains(isOpened ? "No feeds have failed" : "config:1:") }
    }

    @Test func `a key may run several operations, one after the other`() async throws {
        let browser = #"set browser "sh -c 'echo $LEDE_URL > $HOME/opened'""#
        try home.write(config: "macro y \(browser) ; open-in-browser ; set browser& ; quit\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press(",", "y")
        try await reader.waitForScreen { $0.line(23).contains(" · 2 unread ") }
        #expect(try contents(of: "opened") == "https://example.org/1\n")
    }

    private func contents(of name: String) throws -> String {
        try String(contentsOfFile: "\(home.path)/\(name)", encoding: .utf8)
    }
}
