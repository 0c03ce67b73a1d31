import Foundation
import TestSupport
import Testing

@Suite struct `Notifications` {
    private let home: Home
    private let feed = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second \u{1B}]2;x\u{7}story", link: "https://example.org/2")
        ]
    ).rss

    init() throws {
        home = try Home()
        try Data(feed.utf8).write(to: URL(filePath: "\(home.path)/feed"))
        try home.write(urls: ["file://\(home.path)/feed"])
    }

    private let program = #"notify-program "sh -c 'printf \"%s\\n\" \"$0\" >> $HOME/told'""#

    private var told: String {
        (try? String(contentsOfFile: "\(home.path)/told", encoding: .utf8)) ?? ""
    }

    @Test func `a failing notification program doesn't hide the results of a refresh`() throws {
        try home.write(config: "notify-program /nowhere/notify\n")
        let reader = try Reader.launch(home: home)
        try reader.press("r")
        try reader.waitForScreen(showing: "2 new in 1 feed · notify-program: ")
        try reader.press("E")
        try reader.waitForScreen {
            $0.contains("failures") && $0.contains("notify-program: ")
                && $0.contains("check its name in your config file")
                && $0.foot.contains("q back")
        }
    }

    @Test func `rules run for items that came before the user quit during a refresh`() throws {
        let gate = Gate()
        let server = try LoopbackServer { [feed] request in
            request.path == "/late" ? .held(until: gate, Answer(200)) : Answer(200, body: feed)
        }
        try home.write(urls: [server.url("/late"), server.url("/feed")])
        try home.write(
            config: """
                \(program)
                on new title =~ "First" do run "cat >> $HOME/ran"
                on new title =~ "Second" do notify

                """)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "2 unread")
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(told.contains("new: Second ]2;xstory\n"))
        #expect(try String(contentsOfFile: "\(home.path)/ran", encoding: .utf8).contains("First story"))
        gate.open()
    }

    @Test func `the reader waits for rules' commands when quitting, unless the user presses Ctrl-C`()
        throws
    {
        try home.write(config: "on new title =~ \"First\" do run \"touch $HOME/begun; exec sleep 1000\"\n")
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 1 feed")
        while !FileManager.default.fileExists(atPath: "\(home.path)/begun") { try reader.settle(for: 0.05) }
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.press("Q")
        try reader.waitForScreen(showing: "lede: waiting for a rule's command: press Ctrl-C to quit without it")
        #expect(reader.modes == reader.modesAtStart)
        #expect(try Lede.run("unread", home: home).output == "0\n")
        try reader.press(.control("c"))
        #expect(try reader.waitForExit() == .status(130))
    }

    @Test func `the reader notifies by bell, window title, screen's message and program`() throws {
        let failing = program.replacingOccurrences(of: "told'", with: "told; exit 3'")
        try home.write(config: "\(failing)\nnotify-beep yes\nnotify-xterm yes\nnotify-screen yes\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        #expect(!reader.output.contains(7))
        try reader.press("R")
        try reader.waitForScreen(showing: "notify-program: the command failed with exit code 3")
        #expect(told == "2 new, 2 unread\n")
        for signal in ["\u{7}", "\u{1B}]2;2 new, 2 unread\u{1B}\\", "\u{1B}^2 new, 2 unread\u{1B}\\"] {
            #expect(reader.output.firstRange(of: Array(signal.utf8)) != nil)
        }
    }

    @Test func `notifications are ASCII on an ASCII terminal, so that no byte ends the message`() throws {
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
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        let isTold = { reader.output.firstRange(of: Array("\u{1B}^new: Story ?".utf8)) != nil }
        try reader.waitForScreen { _ in isTold() }
        #expect(reader.output.firstRange(of: Array("\u{1B}]2;new: Story ?".utf8)) != nil)
        #expect(reader.output.allSatisfy { $0 < 0x80 })
    }
}
