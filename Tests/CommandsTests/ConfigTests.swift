import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `The config file` {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `config check prints nothing for a valid config file`() async throws {
        try home.write(config: "text-width 72\nbind gg everywhere home\ntheme dark\n")
        let run = try await home.run("config", "check")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try await Home().run("config", "check").status == 0)
    }

    @Test func `config check lists every mistake with its place, in order`() async throws {
        try home.write(config: "color titel red default\ntxt-width 72\nbind x feedlist relod\nbrowser `touch x`\n")
        let run = try await home.run("config", "check")
        #expect(run.status == 1)
        let places = run.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(places == ["1:7", "2:1", "3:17", "4:9"].map { "\(home.config)/config:\($0):" })
        let json = try await home.run("config", "check", "--json").output
        #expect(json.contains(#""line":2,"column":1,"message":"unknown setting"#))
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/x"))
    }

    @Test func `config check includes the urls file, and notes lines without effect`() async throws {
        try home.write(config: "color end-of-text-marker red default\ncolor end-of-text-marker blue default\n")
        try home.write(urls: ["query:x:author=ann@a.example"])
        let run = try await home.run("config", "check")
        #expect(run.status == 0)
        let places = run.output.split(separator: "\n").map { $0.split(separator: " ")[..<2].joined(separator: " ") }
        #expect(
            places == [
                "\(home.config)/config:1:7: note:", "\(home.config)/config:2:7: note:",
                "\(home.config)/urls:1:9: note:"
            ])
        try home.write(urls: ["https://a.example/", "nonsense"])
        let wrong = try await home.run("config", "check", "--json")
        #expect(
            wrong.status == 1 && wrong.output.contains(#"/urls","line":2,"column":1,"message":"“nonsense” isn't a"#))
        #expect(wrong.output.hasPrefix(#"{"path":""#) && wrong.output.contains(#","note":false}"#))
    }

    @Test func `config show prints the settings with their origin and default`() async throws {
        try home.write(config: "browser \"w3m -o 'a b' %u\"\ntext-width 72\n")
        let run = try await home.run("config", "show")
        #expect(
            run.status == 0 && run.output.contains("text-width\t72\t\(home.config)/config:2\t80\n")
                && run.output.contains("reload-time\t15\tdefault\t\n"))
        let json = try await home.run("config", "show", "--json", "text-width").output
        #expect(json.hasPrefix(#"{"name":"text-width","value":"72","default":"80","path":""#))
        #expect(try await home.run("config", "show", "txt-width").errors.contains("text-width"))
        let unknown = try await home.run("config", "show", "everything")
        #expect(unknown.errors.hasSuffix("“everything”: “lede config show” lists all settings\n"))
        try home.write(config: "articlelist-format \"%4i  %t\"\n")
        #expect(try await home.run("config", "show", "articlelist-format").output.contains("\t\"%4i  %t\"\t"))
    }

    @Test func `config show prints a value as the user wrote it, and lede's name of it as JSON`() async throws {
        try home.write(config: "article-sort-order date\nauto-reload off\n")
        let run = try await home.run("config", "show", "article-sort-order", "auto-reload")
        #expect(run.output.contains("article-sort-order\tdate\t") && run.output.contains("auto-reload\toff\t"))
        let json = try await home.run("config", "show", "--json", "article-sort-order").output
        #expect(json.contains(#""value":"oldest""#))
    }

    @Test func `limits of kept items apply to a feed's first document, too`() async throws {
        func serve(_ stories: ClosedRange<Int>) throws {
            let items = stories.map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
            try Data(SampleFeed(title: "News", items: items).rss.utf8).write(to: URL(filePath: "\(home.path)/news"))
        }
        try home.write(urls: ["file://\(home.path)/news"])
        try home.write(config: "max-items 2\n")
        try serve(1...5)
        #expect(try await home.run("refresh").status == 0)
        #expect(try await home.run("unread").output == "2\n")
        try serve(6...7)
        #expect(try await home.run("refresh").status == 0)
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `random bytes in the config file neither end lede nor reach the terminal`() async throws {
        let bytes =
            Array("\u{1B}]0;x\u{7}\nbind \u{202E} x\n\\\n\"\ninclude /dev/zero\ninclude .\n".utf8) + [0, 0xFF, 0xC0]
        try home.write(config: "")
        try Data(bytes).write(to: URL(filePath: "\(home.config)/config"))
        let run = try await home.run("config", "check")
        #expect(run.status == 1)
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        #expect(!run.output.contains("\u{202E}"))
    }
}
