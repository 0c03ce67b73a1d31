import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Notifications` {
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
        let server = try LoopbackServer { [feed] request in
            request.path == "/late" ? .held(until: gate, Answer(200)) : Answer(200, body: feed)
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
