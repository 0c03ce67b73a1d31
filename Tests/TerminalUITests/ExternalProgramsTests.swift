import Configuration
import Foundation
import TestSupport
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite struct `The browser` {
    @Test(
        arguments: [
            (nil, ["xdg-open", "https://x/"]), ("lynx", ["lynx", "https://x/"]),
            ("lynx -vikeys:w3m", ["lynx", "-vikeys", "https://x/"]),
            ("open %s", ["open", "https://x/"]), ("", ["xdg-open", "https://x/"]),
            ("open %u --new", ["open", "https://x/", "--new"])
        ] as [(String?, [String])])
    func `the browser is the first in BROWSER, with the URL as one argument`(variable: String?, arguments: [String]) {
        let browser = Browser(environment: variable.map { ["BROWSER": $0] } ?? [:])
        #expect(browser.arguments(ShownFields(url: "https://x/")) == arguments)
    }

    @Test func `the config file's browser takes precedence over BROWSER`() throws {
        let browser = Browser(try config(#"browser "w3m -o 'a b=c' %u""#), environment: ["BROWSER": "lynx"])
        #expect(
            browser.arguments(ShownFields(url: "https://x/")) == ["w3m", "-o", "a b=c", "https://x/"]
        )
    }
}

@Suite struct `A program that gets data of an item` {
    private let fields = ShownFields(url: "https://x/;touch /tmp/y?a=1&b=$(id)'\"`|<é>{*}")
    private let safe = "https://x/%3Btouch%20/tmp/y?a=1&b=%24%28id%29%27%22%60%7C%3C%C3%A9%3E%7B%2A%7D"

    private func arguments(_ words: String...) throws -> [String] {
        try #require(ExternalCommand(words)).arguments(fields)
    }

    private func problem(_ text: String) -> String? { ExternalCommand(CommandLineText.split(text))?.problem }

    @Test func `a program gets a URL without characters that shells act on`() throws {
        #expect(try arguments("mail", "%u", "a%%b%zc%") == ["mail", safe, "a%b%zc%"])
        #expect(fields.variables["LEDE_URL"] == safe)
    }

    @Test func `a program gets ordinary URLs unchanged`() {
        for url in ["https://x.org:80/~a/b-c_d.e,f+g?h=%C3%A9&i=#j", "http://[::1]:8080/", "https://me@x/!"] {
            #expect(ShownFields(url: url).variables["LEDE_URL"] == url)
        }
        #expect(ShownFields(url: "https://x/100%[1]").variables["LEDE_URL"] == "https://x/100%25%5B1%5D")
    }

    @Test func `a program that names a file's sign or variable needs a file, and one with a link's needs that`() {
        #expect(ExternalCommand(["mpv", "%e"])?.needs == ["e"])
        #expect(ExternalCommand(["sh", "-c", "mpv \"$LEDE_ENCLOSURE_URL\""])?.needs == ["e"])
        #expect(ExternalCommand(["sh", "-c", "echo $LEDE_URL", "%e"])?.needs == ["u", "e"])
        #expect(ExternalCommand(["mail", "%t"])?.needs == [])
    }

    @Test func `a title never becomes an option of a program`() throws {
        let command = try #require(ExternalCommand(["mail", "%u"]))
        #expect(command.arguments(ShownFields(url: "-x")) == ["mail", " -x"])
    }

    @Test(arguments: [
        ("flock /tmp/l -c \"firefox %u\"", "“firefox %u”: %u must be a separate word: use $LEDE_URL in a script"),
        ("run-any -c \"firefox %u\"", "“firefox %u”: %u must be a separate word: use $LEDE_URL in a script"),
        ("run-any -c \"show %t\"", "“show %t”: %t must be a separate word: use $LEDE_TITLE in a script"),
        (
            "open --url=%u",
            "“--url=%u”: %u must be a separate word: write \"sh -c '… --url=$LEDE_URL'\""
        ),
        (
            "mail --subject=%T",
            "“--subject=%T”: %T must be a separate word: write \"sh -c '… --subject=$LEDE_FEED_TITLE'\""
        )
    ])
    func `a placeholder within a word is a problem, and stays as it is`(text: String, problem: String) {
        let command = ExternalCommand(CommandLineText.split(text))
        let isScript = text.hasPrefix("flock")
        #expect(
            command?.problem
                == (isScript
                    ? "lede never puts text into a script: use $LEDE_URL, $LEDE_TITLE and so on" : problem))
        #expect(command?.arguments(fields) == CommandLineText.split(text))
    }

    @Test(arguments: ["date +%%F", "run-any \"date +%F\"", "sh -c \"date +%F\"", "open '%u'", "mutt -s %t", "open 100%"]
    )
    func `text that isn't a placeholder is no problem`(text: String) {
        #expect(problem(text) == nil)
    }

    @Test(
        arguments: [
            "sh -c", "/bin/bash -lc", "env X=1 zsh -c", "python3 -c", "perl -E", "python3.12 -c", "script -qc",
            "php -r", "tmux run-shell", "ssh host", "awk", "sh -cx"
        ])
    func `no data is put into the text of a script`(beginning: String) throws {
        let words = CommandLineText.split(beginning) + ["show '%u'"]
        #expect(try #require(ExternalCommand(words)).arguments(fields).last == "show '%u'")
        #expect(ExternalCommand(words)?.problem?.hasPrefix("lede never puts text into a script") == true)
    }

    @Test(arguments: ["php -r", "node -p", "ssh host open", "awk", "flock /tmp/l -c", "sh -c", "tmux new-window"])
    func `no data becomes a whole script`(beginning: String) {
        let words = CommandLineText.split(beginning)
        let command = ExternalCommand(words + ["%u"])
        #expect(command?.arguments(fields).last == "%u")
        #expect(command?.problem?.hasPrefix("lede never puts text into a script") == true)
        #expect(ExternalCommand(words)?.problem == nil)
        #expect(
            ExternalCommand(words)?.problemWithLastArgument?.hasPrefix("lede never puts text into a script")
                == true)
    }

    @Test(arguments: [
        "sh -c SCRIPT --", "python3 fetch.py", "tmux new-window w3m", "env X=1 mpv --force-window", "flock /tmp/l w3m"
    ])
    func `data may be an argument of a script`(beginning: String) {
        let words = CommandLineText.split(beginning)
        #expect(ExternalCommand(words + ["%u"])?.arguments(fields).last == safe)
        #expect(ExternalCommand(words + ["%u"])?.problem == nil)
    }
}

@Suite struct `The editor` {
    @Test(arguments: [
        (["VISUAL": "emacs -nw", "EDITOR": "nano"], ["emacs", "-nw", "/urls"]),
        (["VISUAL": "  ", "EDITOR": "nano"], ["nano", "/urls"]), (["VISUAL": "", "EDITOR": " \t"], ["vi", "/urls"]),
        ([:], ["vi", "/urls"])
    ])
    func `the editor is the first one set, never the file itself`(environment: [String: String], words: [String]) {
        #expect(Editor(environment: environment).arguments(for: "/urls") == words)
        #expect(Editor(EditorCall(words: " ", line: 1), environment: environment).arguments(for: "/urls") == words)
    }

    @Test func `the editor gets the line of the feed at the cursor`() {
        let call = EditorCall(words: "vi +%L %f", line: 7)
        #expect(Editor(call, environment: [:]).arguments(for: "/urls") == ["vi", "+7", "/urls"])
    }
}

@Suite(.drawing) struct `Notifications` {
    private let home: Home

    init() throws { home = try Home.reading(.stories) }

    private var program: String { #"notify-program "sh -c 'printf \"%s\\n\" \"$0\" >> \#(home.path)/told'""# }

    private var told: String {
        (try? String(contentsOfFile: "\(home.path)/told", encoding: .utf8)) ?? ""
    }

    @Test func `a failing notification program doesn't hide the results of a refresh`() async throws {
        try home.write(config: "notify-program /nowhere/notify\n")
        let reader = try DrawnReader.launch(home: home)
        reader.press("r")
        try await reader.waitForScreen(showing: "2 new in 1 feed · notify-program: ")
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("failures") && $0.contains("notify-program: ")
                && $0.contains("check its name in your config file")
                && $0.foot.contains("q back")
        }
    }

    @Test func `rules run for items that came before the user quit during a refresh`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            request.path == "/late" ? .held(until: gate, Answer(200)) : Answer(200, body: SampleFeed.stories.rss)
        }
        try home.write(urls: [server.url("/late"), server.url("/feed")])
        try home.write(
            config: """
                \(program)
                on new title =~ "First" do run "cat >> \(home.path)/ran"
                on new title =~ "Second" do notify

                """)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "2 unread")
        reader.press("Q")
        #expect(try await reader.waitForExit() == .status(0))
        #expect(told.contains("new: Second ]2;xstory\n"))
        #expect(try String(contentsOfFile: "\(home.path)/ran", encoding: .utf8).contains("First story"))
        gate.open()
    }

    @Test func `the reader notifies by bell, window title, screen's message and program`() async throws {
        let failing = program.replacingOccurrences(of: "told'", with: "told; exit 3'")
        try home.write(config: "\(failing)\nnotify-beep yes\nnotify-xterm yes\nnotify-screen yes\n")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        #expect(!reader.output.contains(7))
        reader.press("R")
        try await reader.waitForScreen(showing: "notify-program: the command failed with exit code 3")
        #expect(told == "2 new, 2 unread\n")
        for signal in ["\u{7}", "\u{1B}]2;2 new, 2 unread\u{1B}\\", "\u{1B}^2 new, 2 unread\u{1B}\\"] {
            #expect(reader.output.firstRange(of: Array(signal.utf8)) != nil)
        }
    }

    @Test func `notifications are ASCII on an ASCII terminal, so that no byte ends the message`() async throws {
        try Data(SampleFeed(title: "News", items: [.init(title: "Story של כותרת")]).rss.utf8)
            .write(to: URL(filePath: "\(home.path)/feed"))
        try home.write(
            config: """
                ascii yes
                notify-xterm yes
                notify-screen yes
                notify-format ""
                on new title =~ "Story" do notify

                """)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        let isTold = { reader.output.firstRange(of: Array("\u{1B}^new: Story ?".utf8)) != nil }
        try await reader.waitForScreen { _ in isTold() }
        #expect(reader.output.firstRange(of: Array("\u{1B}]2;new: Story ?".utf8)) != nil)
        #expect(reader.output.allSatisfy { $0 < 0x80 })
    }
}
