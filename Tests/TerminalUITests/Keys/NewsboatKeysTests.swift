import Foundation
import TestSupport
import Testing

/// Presses every key of newsboat's keys in each place where it is bound, and checks the effect.
@Suite(.drawing) struct `With newsboat's keys` {
    /// Delays the second fetch of each feed, so that there is a refresh to stop.
    private let gate = Gate()
    private let server: LoopbackServer
    private let home: Home

    init() async throws {
        let (gate, asked) = (gate, Record<String>())
        server = try LoopbackServer { request in
            defer { asked.add(request.path) }
            let feed = Answer(200, body: Self.feed(request.path == "/alpha" ? "Alpha" : "Beta").rss)
            return asked.entries.contains(request.path) ? .held(until: gate, feed) : feed
        }
        home = try Home()
        try home.write(urls: ["#: group code", "\(server.url("/alpha")) one", "\(server.url("/beta")) two"])
        try home.write(
            config: """
                keys newsboat
                define-filter Ones "tags # \\"one\\""
                define-filter Twos "tags # \\"two\\""
                define-filter Second "title =~ \\"2\\""
                bookmark-cmd true
                bookmark-autopilot yes
                share Nobody false
                feed-sort-order title
                """)
        try await home.fetch()
    }

    private nonisolated static func feed(_ name: String) -> SampleFeed {
        let body =
            "<p>See <a href='https://example.org/l'>one</a> and <a href='https://example.org/m'>two</a>.</p>"
            + (1...40).map { "<p>Paragraph \($0).</p>" }.joined()
        return SampleFeed(
            title: name,
            items: (1...3).map {
                .init(title: "\(name) \($0)", body: body, link: "https://example.invalid/\(name)/\($0)")
            })
    }

    private func open(_ keys: Keystroke...) async throws -> DrawnReader {
        let reader = try DrawnReader.launch(
            environment: ["BROWSER": "true", "VISUAL": "true"], size: (160, 24), home: home)
        try await reader.waitForScreen(showing: "6 unread")
        for key in keys { reader.press(key) }
        return reader
    }

    @Test func `newsboat's keys work in the list of feeds`() async throws {
        defer { gate.open() }
        let reader = try await open("'")
        reader.type("Alpha\r")
        try await reader.waitForScreen { $0.chosen.contains("Alpha") }
        let fingers = Fingers(reader)
        try await fingers.take(Step.ofPlaying(queues: false, showsQueue: true))
        try await fingers.take(
            [
                Step("n", isOn("Beta")), Step("p", isOn("Alpha")), Step("J", isOn("Beta")), Step("K", isOn("Alpha")),
                Step("^N", isOn("Beta")), Step("^P", isOn("Alpha")), Step("A", says("Marked 3 items read in Alpha")),
                Step("^K", isOn("Beta")), Step("U", says("Undid: mark 3 items read")), Step("UP", isOn("Alpha")),
                Step("DOWN", isOn("Beta")), Step("PAGEUP", isOn("All")), Step("PAGEDOWN", isOn("Beta")),
                Step("HOME", isOn("All")), Step("END", isOn("Beta")), Step("b", isOn("All")), Step("d", isOn("Beta")),
                Step("w", isOn("All"))
            ])
        let rows = ["All", "Unread", "Starred", "Today", "code", "Alpha", "Beta"]
        try await fingers.take(
            [Step(":", typing: "7\r", isOn("Beta"))]
                + zip(1..., rows).map { Step("\($0)", typing: "\r", isOn($1)) } + [
                    Step("8", says(":8")), Step("ESC", says("6 unread")), Step("9", says(":9")),
                    Step("ESC", says("6 unread")), Step("'", typing: "alpha\r", isOn("Alpha")),
                    Step("ENTER", says("row 1 of 3  ")), Step("q", says("6 unread")), Step("TAB", says("row 1 of 3  ")),
                    Step("S-TAB", says("6 unread")), Step("S-TAB", says("row 1 of 3  ")), Step("LEFT", says("6 unread"))
                ])
        try await fingers.take(
            [
                Step("C", says("Marked 6 items read")), Step("U", says("Undid: mark 6 items read")),
                Step("A", says("Marked 3 items read in Alpha")),
                Step("U", says("Undid: mark 3 items read")), Step("^Y", says("Redid: mark 3 items read")),
                Step("U", says("Undid: mark 3 items read")),
                Step("&", says("No changes by rules to undo")), Step("o", says("Opened https://example.org/")),
                Step("^O", says("Started true")), Step("y", says("Copied: https://example.org/")),
                Step("Y", says("Copied: Alpha https://example.org/")), Step("^Z", says("Can't suspend lede")),
                Step("^L", says("6 unread")), Step("t", typing: "two\r", says("3 unread with this tag")),
                Step("^T", says("6 unread")), Step("g", says("Sort by:")), Step("q", says("6 unread")),
                Step("G", typing: "t", { now, _ in now.line(6).hasPrefix("     Beta") }),
                Step("~", { now, _ in now.line(6).hasPrefix("     Alpha") }),
                Step("l", says("Showing only feeds with unread items")),
                Step("l", says("Showing read feeds too")),
                Step("f", says("Filter by:")), Step("q", says("6 unread")),
                Step("F", typing: "beta\r", says("1 feed")), Step("^F", says("6 unread")),
                Step("'", typing: "alpha\r", isOn("Alpha")), Step("/", typing: "see\r", shows("“see”: 6 found")),
                Step("ESC", says("6 unread"))
            ])
        try await fingers.take(
            [
                Step("m", shows("Change tags")), Step("ESC", says("6 unread")),
                Step("M", typing: "\u{15}New\r", says("Renamed to “New” (U to undo)")),
                Step("U", { now, _ in now.foot.hasPrefix(" Undid: rename") && !now.contains("  New  ") }),
                Step("T", typing: "\u{15}three\r", says("Tags of Alpha: three")),
                Step("U", says("Undid: change the tags")),
                Step("V", typing: "\u{15}other\r", says("Moved Alpha to the group other")),
                Step("U", says("Undid: move Alpha to “other”")), Step("v", says("1 feed selected")),
                Step("ESC", says("6 unread")), Step(")", says("Can't move feeds")),
                Step("g", typing: "n", says("6 unread")),
                Step(")", { now, _ in now.line(6).hasPrefix("     Beta") }),
                Step("(", { now, _ in now.line(6).hasPrefix("     Alpha") }), Step("P", says("Paused Alpha")),
                Step("P", says("Resumed Alpha")),
                Step("D", says("Removed Alpha")),
                Step("U", says("Undid: remove")), Step("E", says("Reloaded the urls file")),
                Step("!", lists("failures")), Step("q", says("6 unread")),
                Step("^R", says("Reloaded the urls file")), Step("I", shows("feed details")),
                Step("q", says("6 unread")), Step("H", shows("history")), Step("q", says("6 unread")),
                Step("?", shows("Keys in the feed list")), Step("q", says("6 unread")),
                Step("a", says("URL of the feed or its site:")), Step("ESC", says("6 unread")),
                Step("i", says("OPML file:")),
                Step("ESC", says("6 unread")), Step("SPACE", shows("▸ code")), Step("SPACE", shows("▾ code")),
                Step("LEFT", shows("▸ code")), Step("SPACE", shows("▾ code")), Step("Z", isZoomed),
                Step("Z", isDivided),
                Step(">", { $0.borders[0] > $1.borders[0] }), Step("LT", { $0.borders[0] < $1.borders[0] }),
                Step("R", isAsking(2)), Step("^C", says("Stopped after 0 of 2 feeds")),
                Step("'", typing: "alpha\r", isOn("Alpha")), Step("r", isAsking(1)),
                Step("ESC", says("Stopped after 0 of 1 feeds")),
                Step("@", typing: "\u{15}https://c.invalid/\r", says("Alpha now has the URL https://c.invalid/")),
                Step("U", says("Undid: change the URL of Alpha"))
            ])
        try await fingers.leave(afterAllOf: "feedlist")
    }

    @Test func `newsboat's keys work in a list of items`() async throws {
        defer { gate.open() }
        let reader = try await open("6", .enter, .enter)
        try await reader.waitForScreen { $0.line(0).contains("Alpha") && $0.contains("row 1 of 3") }
        let fingers = Fingers(reader)
        try await fingers.take(Step.ofPlaying(queues: true, showsQueue: true))
        try await fingers.take(
            [
                Step("DOWN", says("row 2 of 3  ")), Step("UP", says("row 1 of 3  ")), Step("END", says("row 3 of 3  ")),
                Step("HOME", says("row 1 of 3  ")),
                Step("PAGEDOWN", says("row 3 of 3  ")), Step("PAGEUP", says("row 1 of 3  ")),
                Step("d", says("row 3 of 3  ")),
                Step("w", says("row 1 of 3  ")), Step("END", says("row 3 of 3  ")), Step("b", says("row 1 of 3  ")),
                Step("J", says("row 2 of 3  ")),
                Step("K", says("row 1 of 3  ")), Step("n", says("row 2 of 3  ")), Step("p", says("row 1 of 3  ")),
                Step("j", lists("Beta")),
                Step("k", lists("Alpha")), Step("^N", lists("Beta")), Step("^P", lists("Alpha")),
                Step("3", typing: "\r", says("row 3 of 3  ")), Step("1", typing: "\r", says("row 1 of 3  ")),
                Step(":", typing: "3\r", says("row 3 of 3  ")), Step("2", typing: "\r", says("row 2 of 3  "))
            ] + (4...9).flatMap { [Step("\($0)", says(":\($0)")), Step("ESC", says("row 2 of 3  "))] })
        try await fingers.take(
            [
                Step("1", typing: "\r", says("row 1 of 3  ")), Step("N", says("row 2 of 3  ")),
                Step("N", says("row 3 of 3  ")),
                Step("HOME", says("row 1 of 3  ")), Step("^K", says("row 3 of 3  ")),
                Step("U", says("Undid: mark 1 item read")),
                Step("^Y", says("Redid: mark 1 item read")), Step("U", says("Undid: mark 1 item read")),
                Step("C", says("Marked 5 items read")), Step("U", says("Undid: mark 5 items read")),
                Step("A", says("Marked 2 items read in Alpha")),
                Step("U", says("Undid: mark 2 items read")), Step("M", says("Marked all items above read")),
                Step("U", says("Undid: mark 1 item read")),
                Step("D", says("Deleted 1 item")), Step("U", says("Undid: delete 1 item")),
                Step("^D", says("Deleted everything in Alpha")), Step("U", says("Undid: delete 3 items")),
                Step("HOME", says("row 1 of 3  ")), Step("^E", typing: "later\r", says("Tagged “later”")),
                Step("U", says("Undid: add the tag “later” to 1 item")), Step("*", shows("★ Alpha 1")),
                Step("*", hides("★ Alpha 1")),
                Step("'", typing: "2\r", says("row 2 of 3  ")),
                Step("o", says("Opened https://example.invalid/Alpha/2")),
                Step("^O", says("Started true")), Step("O", hides("● Alpha 2")), Step("U", shows("● Alpha 2")),
                Step("&", says("No changes by rules to undo")),
                Step("y", says("Copied: https://example.invalid/Alpha/2")),
                Step("Y", says("Copied: Alpha 2 https")), Step("^B", says("Saved the bookmark")),
                Step("c", says("false failed with exit code 1")), Step("|", says("Pipe the article to:")),
                Step("ESC", says("row 2 of 3  ")),
                Step("s", typing: "\u{15}~/one.txt\r", says("Saved the article to ~/one.txt")),
                Step("W", typing: "\u{15}~/all\r", says("Saved 3 articles to"))
            ])
        try await fingers.take(
            [
                Step("F", typing: "title =~ \"2\"\r", says("row 1 of 1  ")), Step("^F", says("row 2 of 3  ")),
                Step("f", typing: "second\r", says("row 1 of 1  ")), Step("^F", says("row 2 of 3  ")),
                Step("/", typing: "see\r", shows("“see”: 6 found")),
                Step("/", typing: "\u{15}beta 2\r", shows("“beta 2”")), Step("z", shows("“see”: 6 found")),
                Step("/", typing: "\u{15}beta 2\r", shows("“beta 2”")),
                Step("S", says("Name for the saved search:")), Step("ESC", says("row 1 of 1  ")),
                Step("=", lists("Beta")),
                Step("k", lists("Alpha")), Step("m", shows("Change tags")), Step("ESC", says("row 2 of 3  ")),
                Step("HOME", says("row 1 of 3  ")),
                Step("g", says("Sort by:")), Step("q", says("row 1 of 3  ")),
                Step("G", typing: "d", says("row 3 of 3  ")), Step("~", says("row 1 of 3  ")),
                Step("l", says("Showing only unread items")), Step("l", says("Showing read items too")),
                Step("^Z", says("Can't suspend lede")), Step("^L", says("row 2 of 3  ")), Step("v", says("1 selected")),
                Step("ESC", says("row 2 of 3  ")), Step("E", says("Reloaded the urls file")),
                Step("I", shows("feed details")), Step("q", says("row 2 of 3  ")), Step("H", shows("history")),
                Step("q", says("row 2 of 3  ")), Step("!", lists("failures")),
                Step("q", says("row 2 of 3  ")), Step("?", shows("Keys in a list of items")),
                Step("q", says("row 2 of 3  ")), Step(";", says("This item has no comments to open")),
                Step("B", shows("https://example.invalid/Alpha/2")), Step("q", says("row 2 of 3  ")),
                Step("u", lists("links")), Step("q", says("row 2 of 3  ")), Step("ENTER", isAt("0%")),
                Step("q", says("row 2 of 3  ")),
                Step("TAB", isAt("0%")), Step("S-TAB", says("row 2 of 3  ")), Step("Z", isZoomed), Step("Z", isDivided),
                Step(">", { $0.itemsWidth > $1.itemsWidth }), Step("LT", { $0.itemsWidth < $1.itemsWidth }),
                Step("r", isAsking(1)), Step("^C", says("Stopped after 0 of 1 feeds")), Step("ESC", says("4 unread")),
                Step("ENTER", says("row 2 of 3  ")), Step("LEFT", says("4 unread")), Step("ENTER", says("row 2 of 3  "))
            ])
        try await fingers.leave(afterAllOf: "articlelist")
    }

    @Test func `newsboat's keys work in an article`() async throws {
        let reader = try await open("6", .enter, .enter, .enter)
        try await reader.waitForScreen { $0.contains("Paragraph 1.") && $0.contains("0%") }
        let fingers = Fingers(reader)
        try await fingers.take(Step.ofPlaying(queues: true, showsQueue: true))
        try await fingers.take(
            [
                Step("DOWN", isBelow), Step("UP", isAt("0%")), Step("PAGEDOWN", isBelow), Step("PAGEUP", isAt("0%")),
                Step("d", isBelow), Step("w", isAt("0%")), Step("END", isAt("100%")), Step("HOME", isAt("0%")),
                Step("SPACE", isBelow), Step("b", isAt("0%")), Step("+", isBelow), Step("HOME", isAt("0%")),
                Step(":", typing: "9\r", isBelow), Step("HOME", isAt("0%")),
                Step("J", reads("Alpha 2")), Step("K", reads("Alpha 1")), Step("n", reads("Alpha 3")),
                Step("p", reads("Beta")),
                Step(
                    "^K",
                    { now, before in
                        now.title.hasPrefix("Beta") && now.title.prefix(6) != before.title.prefix(6)
                    }),
                Step(
                    "U",
                    { now, _ in
                        now.foot.hasPrefix(" Undid: mark 5 items read by opening them")
                            && now.line(2).contains(/Unread +6 │/)
                    }
                ),
                Step("^P", reads("Alpha 1")), Step("^N", reads("Beta 1")),
                Step("N", { now, before in says("row 1 of 3")(now, before) && now.contains("● Beta 1") }),
                Step("ENTER", hides("● Beta 1")), Step("D", says("Deleted")),
                Step("U", says("Undid: delete 1 item")), Step("K", isOn("Beta 1")), Step("ENTER", reads("Beta 1")),
                Step("^E", typing: "later\r", says("Tagged “later”")),
                Step("U", says("Undid: add the tag “later” to 1 item")),
                Step("^Y", says("Redid: add the tag “later” to 1 item")), Step("*", shows("★ Beta 1")),
                Step("*", hides("★ Beta 1"))
            ])
        try await fingers.take(
            [
                Step("o", says("Opened https://example.invalid/Beta/1")), Step("^O", says("Started true")),
                Step("O", says("Opened https://example.invalid/Beta/1")),
                Step("1", says("Opened https://example.org/l")),
                Step("2", says("Opened https://example.org/m"))
            ] + (3...9).map { Step("\($0)", says("No link \($0) here")) } + [
                Step("0", says("No link 10 here")),
                Step("#", typing: "2\r", says("Opened https://example.org/m")),
                Step("y", says("Copied: https://example.invalid/Beta/1")), Step("Y", says("Copied: Beta 1 https")),
                Step("^B", says("Saved the bookmark")), Step("c", says("false failed with exit code 1")),
                Step(";", says("This item has no comments to open")),
                Step("|", says("Pipe the article to:")), Step("ESC", isAt("0%")),
                Step("s", typing: "\u{15}~/one.txt\r", says("Saved the article to ~/one.txt")),
                Step("^C", isAt("0%")), Step("&", says("No changes by rules to undo")),
                Step("ENTER", says("No picture in view")), Step("i", says("This article has no pictures")),
                Step("^Z", says("Can't suspend lede")), Step("^L", isAt("0%"))
            ])
        try await fingers.take(
            [
                Step("/", typing: "paragraph\r", isAt("match 1 of 40")), Step("]", isAt("match 2 of 40")),
                Step("[", isAt("match 1 of 40")),
                Step("ESC", { now, _ in !now.foot.contains(" of 40") }), Step("^U", shows("<a href=")),
                Step("^U", hides("<a href=")),
                Step("f", hides("one [1]")), Step("ESC", shows("one [1]")), Step("u", lists("links")),
                Step("q", isAt("0%")), Step("m", shows("Change tags")), Step("ESC", isAt("0%")),
                Step("I", shows("feed details")), Step("q", isAt("0%")), Step("H", shows("history")),
                Step("q", isAt("0%")), Step("!", lists("failures")),
                Step("q", isAt("0%")), Step("?", shows("Keys in an article")), Step("q", isAt("0%")),
                Step("Z", isZoomed), Step("Z", isDivided), Step(">", { $0.borders[1] < $1.borders[1] }),
                Step("LT", { $0.borders[1] > $1.borders[1] }), Step("S-TAB", says("row 1 of 3  ")),
                Step("TAB", isAt("0%")),
                Step("LEFT", says("row 1 of 3  ")), Step("ENTER", isAt("0%")), Step("=", says("row 1 of 3  ")),
                Step("ENTER", isAt("0%")),
                Step("ESC", says("row 1 of 3  ")), Step("ENTER", isAt("0%"))
            ])
        try await fingers.take([
            Step("F") { now, _ in now.contains("Fetching the page") || now.contains("No article to show") }
        ])
        try await fingers.leave(afterAllOf: "article")
    }

    @Test func `newsboat's keys work in a list of links`() async throws {
        let reader = try await open("6", .enter, .enter, "u")
        try await reader.waitForScreen { $0.line(0).contains("links") && $0.contains("row 1 of 2") }
        let fingers = Fingers(reader)
        try await fingers.take(Step.ofPlaying(queues: true, showsQueue: false))
        try await fingers.take(
            [
                Step("DOWN", says("row 2 of 2  ")), Step("UP", says("row 1 of 2  ")), Step("END", says("row 2 of 2  ")),
                Step("HOME", says("row 1 of 2  ")),
                Step("PAGEDOWN", says("row 2 of 2  ")), Step("PAGEUP", says("row 1 of 2  ")),
                Step("SPACE", says("row 2 of 2  ")),
                Step("b", says("row 1 of 2  ")), Step("d", says("row 2 of 2  ")), Step("w", says("row 1 of 2  ")),
                Step("J", says("row 2 of 2  ")),
                Step("K", says("row 1 of 2  ")), Step(":", typing: "2\r", says("row 2 of 2  ")),
                Step("HOME", says("row 1 of 2  ")),
                Step("o", says("Opened https://example.org/l")), Step("^O", says("Started true")),
                Step("O", says("Opened https://example.org/l")), Step("U", says("Undid: mark ")),
                Step("^Y", says("Redid: mark ")), Step("y", says("Copied: https://example.org/l")),
                Step("ENTER", says("Opened https://example.org/l")), Step("Y", says("Copied: one https")),
                Step("1", says("Opened https://example.org/l")), Step("2", says("Opened https://example.org/m"))
            ] + (3...9).map { Step("\($0)", says("No link \($0) here")) } + [
                Step("0", says("No link 10 here")),
                Step("#", typing: "2\r", says("Opened https://example.org/m")),
                Step("^B", says("Saved the bookmark")), Step("^C", says("row 2 of 2  ")),
                Step("^Z", says("Can't suspend lede")), Step("^L", says("row 2 of 2  ")),
                Step("?", shows("Keys in a list of links")), Step("q", says("row 2 of 2  ")), Step("q", lists("Alpha")),
                Step("u", lists("links")), Step("ESC", lists("Alpha")), Step("u", lists("links")),
                Step("LEFT", lists("Alpha")), Step("u", lists("links"))
            ])
        try await fingers.leave(afterAllOf: "urlview")
    }

    @Test func `newsboat's keys work in the help`() async throws {
        let reader = try await open("?")
        try await reader.waitForScreen { isAtTop($0, $0) }
        let refused = Step("^Z", says("Can't suspend lede"))
        let isQuiet: Step.Outcome = { now, _ in !now.foot.contains("shell") && !now.foot.contains("nothing") }
        let fingers = Fingers(reader)
        try await fingers.take(Step.ofPlaying(queues: false, showsQueue: false))
        try await fingers.take(
            [
                Step("DOWN", { $0.line(2) == $1.line(3) }), Step("UP", isAtTop), Step("PAGEDOWN", isNotAtTop),
                Step("PAGEUP", isAtTop), Step("SPACE", isNotAtTop), Step("b", isAtTop), Step("d", isNotAtTop),
                Step("w", isAtTop), Step("END", isNotAtTop), Step("HOME", isAtTop),
                Step(":", typing: "9\r", isNotAtTop),
                Step("HOME", isAtTop), Step("/", typing: "page\r", says("match 1 of ")), Step("]", says("match 2 of ")),
                Step("[", says("match 1 of ")), Step("ESC", { now, _ in !now.foot.hasPrefix(" match ") })
            ] + ["?", "ENTER", "^C", "^L"].flatMap { [refused, Step($0, isQuiet)] } + [
                Step("q", says("6 unread")), Step("?", lists("help")), Step("ESC", says("6 unread")),
                Step("?", lists("help")), Step("LEFT", says("6 unread")), Step("?", lists("help"))
            ])
        try await fingers.leave(afterAllOf: "help")
    }

    @Test func `messages and the help name newsboat's keys as they are bound`() async throws {
        defer { gate.open() }
        let reader = try await open("C")
        try await reader.waitForScreen(showing: "Marked 6 items read (U to undo)")
        reader.press("U")
        try await reader.waitForScreen(showing: "Undid: mark 6 items read (Ctrl-Y to redo)")
        reader.press("?")
        try await reader.waitForScreen { $0.contains("Start here") && $0.text.contains(/↓ ↑ +move down and up/) }
        reader.type("/your last change\r")
        try await reader.waitForScreen { $0.text.contains(/U +undo your last change/) }
    }

    @Test(arguments: [("t", ["code", "two"], "3 unread with this tag"), ("f", ["Ones", "Twos"], "1 feed")])
    func `newsboat's keys for lists work in tags and filters`(
        key: String, options: [String], end: String
    ) async throws {
        let fingers = Fingers(try await open())
        let isOnFirst: Step.Outcome = { now, _ in now.isMarked(options[0]) }
        let isOnLast: Step.Outcome = { now, _ in !now.isMarked(options[0]) && now.contains("Esc cancel") }
        try await fingers.take([
            Step(key, isOnFirst), Step("DOWN", isOnLast), Step("UP", isOnFirst), Step("END", isOnLast),
            Step("HOME", isOnFirst), Step("PAGEDOWN", isOnLast), Step("PAGEUP", isOnFirst), Step("q", says("6 unread")),
            Step(key, isOnFirst), Step("ESC", says("6 unread")), Step(key, isOnFirst),
            Step("T", typing: "w", { now, _ in now.isMarked(options[1]) }), Step("ENTER", says(end))
        ])
    }
}

/// A key as its file writes it, the text typed after it, and the screen that it causes.
private struct Step {
    typealias Outcome = (_ now: Screen, _ before: Screen) -> Bool

    let key: String
    let typed: String
    let comes: Outcome

    init(_ key: String, typing typed: String = "", _ comes: @escaping Outcome) {
        self.key = key
        self.typed = typed
        self.comes = comes
    }

    /// The keys of episodes, where nothing plays: on items without a file if these can be queued, otherwise without items.
    static func ofPlaying(queues: Bool, showsQueue: Bool) -> [Step] {
        let refusal = queues ? "This item has no audio or video file" : "No item here"
        return (queues ? [Step("e", says(refusal))] : []) + [
            Step("-", says("Nothing plays to skip back in")), Step(".", says("Nothing plays to skip forward in")),
            Step("x", says(refusal)), Step("%", says("Nothing plays that has chapters")),
            Step("$", says("Nothing plays whose speed could change"))
        ]
            + (showsQueue
                ? [Step("L", shows("No episodes")), Step("q", { now, _ in !now.contains("No episodes") })] : [])
    }
}

/// Presses keys and remembers which.
private final class Fingers {
    private let reader: DrawnReader
    private var pressed: Set<String> = []

    init(_ reader: DrawnReader) { self.reader = reader }

    func take(_ steps: [Step]) async throws {
        for step in steps {
            let before = reader.screen
            try #require(!step.comes(before, before), "what \(step.key) is to show was there before:\n\(before)")
            reader.press(Self.keystroke(step.key))
            reader.type(step.typed)
            do {
                try await reader.waitForScreen { step.comes($0, before) }
            } catch {
                throw Failure(key: step.key, reason: error)
            }
            pressed.insert(step.key)
        }
    }

    /// Quits lede, and checks that every key bound in this place was pressed.
    func leave(afterAllOf place: String) async throws {
        reader.press("Q")
        #expect(try await reader.waitForExit() == .status(0))
        #expect(try Self.bound(in: place).subtracting(pressed) == ["Q"])
    }

    private static func bound(in place: String) throws -> Set<String> {
        let lines = try ProjectFile.text("Resources/keys/newsboat").split(separator: "\n").map {
            $0.split(separator: " ")
        }
        let binds = lines.filter { line in
            line.first == "bind" && line[2].split(separator: ",").contains { $0 == "everywhere" || $0 == place }
        }
        return Set(binds.map { $0[1].trimmingCharacters(in: ["\""]) })
    }

    private static func keystroke(_ name: String) -> Keystroke {
        let named: [String: Keystroke] = [
            "ENTER": .enter, "ESC": .escape, "TAB": .tab, "S-TAB": .backTab, "SPACE": " ", "LT": "<", "LEFT": .left,
            "UP": .up, "DOWN": .down, "PAGEUP": .pageUp, "PAGEDOWN": .pageDown, "HOME": .home, "END": .end
        ]
        if let key = named[name] { return key }
        if name.count == 2, name.first == "^", let letter = name.lowercased().last { return .control(letter) }
        return .text(name)
    }

    private struct Failure: Error, CustomStringConvertible {
        let key: String
        let reason: any Error
        var description: String { "after \(key): \(reason)" }
    }
}

/// The bottom line has these words, alone or after the position.
private func says(_ words: String) -> Step.Outcome {
    { now, _ in now.foot.hasPrefix(" \(words)") || now.foot.contains(" · \(words)") }
}

private func shows(_ text: String) -> Step.Outcome { { now, _ in now.contains(text) } }

private func hides(_ text: String) -> Step.Outcome { { now, _ in !now.contains(text) } }

private func isOn(_ row: String) -> Step.Outcome { { now, _ in now.chosen.contains(row) } }

/// The bottom line has this position in an article, or the number of a match.
private func isAt(_ place: String) -> Step.Outcome { { now, _ in now.foot.contains(" \(place) ") } }

/// The top line has this title.
private func lists(_ name: String) -> Step.Outcome { { now, _ in now.line(0).hasPrefix(" lede  \(name)") } }

/// The window's title begins with this article's.
private func reads(_ title: String) -> Step.Outcome { { now, _ in now.title.hasPrefix(title) } }

private func isAsking(_ feeds: Int) -> Step.Outcome { { now, _ in now.line(0).contains("0/\(feeds)") } }

private func isZoomed(_ now: Screen, _ before: Screen) -> Bool { now.borders.isEmpty }

private func isDivided(_ now: Screen, _ before: Screen) -> Bool { !now.borders.isEmpty }

private func isBelow(_ now: Screen, _ before: Screen) -> Bool { now.foot.contains(/\ [1-9]\d*%/) }

private func isAtTop(_ now: Screen, _ before: Screen) -> Bool { now.line(2).contains("Keys in the feed list") }

private func isNotAtTop(_ now: Screen, _ before: Screen) -> Bool { !isAtTop(now, before) && lists("help")(now, before) }

extension Screen {
    fileprivate var itemsWidth: Int { borders[1] - borders[0] }

    /// Whether the cursor is on this option.
    fileprivate func isMarked(_ option: String) -> Bool {
        row(of: "   \(option)  ").map { cell($0, 1).reverse } ?? false
    }
}
