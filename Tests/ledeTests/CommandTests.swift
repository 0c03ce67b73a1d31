import Foundation
import TestSupport
import Testing

/// What only the program itself shows of commands: terminals, pipes and processes.
@Suite(.blocking) struct `The commands of the program` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path == "/gone" { return Answer(404) }
            let items = (1...200).map {
                SampleFeed.Item(
                    title: "Item \($0) \(String(repeating: "word ", count: 40))", body: "<p>One <b>two</b> three</p>")
            }
            return Answer(200, body: SampleFeed(title: "The News", items: items).rss)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
    }

    private func session(
        _ arguments: [String], in home: Home? = nil, environment: [String: String] = [:], columns: Int = 80
    ) throws -> TerminalSession {
        try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: arguments,
            environment: Lede.environment(
                home: home ?? self.home, adding: ["TERM": "xterm-256color"].merging(environment) { $1 }),
            size: (columns, 24))
    }

    @Test(arguments: [("/more", 0, " new"), ("/gone", 1, " new, 1 failed")])
    func `refresh shows its progress on a terminal, and how many feeds failed`(
        path: String, status: Int32, words: String
    ) throws {
        try home.write(urls: [server.url("/feed"), server.url(path)])
        let session = try session(["refresh"])
        #expect(try session.waitForExit() == .status(status))
        try session.waitForScreen { $0.contains("2/2 feeds, ") && $0.contains(words) }
    }

    @Test func `preload shows on a terminal how many pages have come`() throws {
        let feed = try TeaserFeed(["one", "two", "login"])
        _ = try Lede.run("refresh", home: feed.home)
        let session = try session(["preload"], in: feed.home)
        try session.waitForScreen(showing: "[####################] 3/3 pages, 2 articles")
        #expect(try session.waitForExit() == .status(1))
    }

    @Test func `output is in columns on a terminal, and complete in a pipe`() throws {
        _ = try Lede.run("refresh", home: home)
        let session = try session(["items", "--limit", "5"], columns: 60)
        try session.waitForScreen { $0.lines.count { $0.contains("…") } == 5 }
        #expect(try session.waitForExit() == .status(0))
        #expect(!session.output.contains(0x09))
        let piped = try Lede.run("items", "--limit", "5", home: home).output.split(separator: "\n")
        #expect(piped.count == 5 && piped.allSatisfy { $0.contains("word word word\t") })
    }

    @Test(
        .disabled(
            if: Sanitizer.builtIn == .address,
            "at the end the sanitizer needs a call that a confined command may not make"),
        arguments: [
            (["show", "1"], [:], true), (["show", "1"], ["NO_COLOR": "1"], false),
            (["show", "1"], ["TERM": "dumb"], false), (["render", "page.html"], [:], true),
            (["render", "page.html", "--plain"], [:], false)
        ])
    func `text has styles on a terminal, unless the user doesn't want them`(
        words: [String], environment: [String: String], isStyled: Bool
    ) throws {
        _ = try Lede.run("refresh", home: home)
        let page = home.path + "/page.html"
        try "<p>One <b>two</b>".write(toFile: page, atomically: true, encoding: .utf8)
        let session = try session(words.map { $0 == "page.html" ? page : $0 }, environment: environment)
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "One two")
        #expect(session.output.contains(0x1B) == isStyled)
    }

    // Some parents, such as systemd, make their children ignore the signal for a closed pipe.
    @Test(arguments: ["", "trap '' PIPE; "])
    func `a command ends quietly when nobody reads its output`(preparation: String) throws {
        _ = try Lede.run("refresh", home: home)
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "\(preparation)for i in 1 2 3; do \(lede) export json | head -n 1 | cut -c 1-14; done"],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.errors.isEmpty && run.output == String(repeating: #"{"type":"feed""# + "\n", count: 3))
    }

    @Test func `a command fails if its output can't be written`() throws {
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "\(BuildProducts.executable("lede")) help > /dev/full"])
        #expect(run.status == 1 && run.errors == "lede: can't write the output: No space left on device\n")
    }

    @Test func `parse --batch answers a line before it reads the next`() throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let lede = try BuildProducts.executable("lede")
        let talk = """
            mkfifo answers; exec 3<>answers; { for file in \(path) /nowhere ''; do
            printf '%s\\n' "$file"; head -n 1 <&3 >&2; done; } | \(lede) parse --batch >&3
            """
        let run = try CommandRun(program: "/bin/sh", arguments: ["-c", "cd \(home.path); " + talk])
        let answers = run.errors.split(separator: "\n").map { $0.prefix(8) }
        #expect(answers == [#"{"feed":"#, #"{"error""#, #"{"error""#])
    }

    @Test func `two commands at once share the library`() async throws {
        let home = home
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try Lede.run("refresh", home: home).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs == [0, 0, 0, 0])
        #expect(try Lede.run("unread", home: home).output == "200\n")
    }
}

@Suite(.blocking) struct `The config file` {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `config edit creates a file with every setting in a comment, and checks it afterwards`() throws {
        let file = "\(home.config)/config"
        let first = try Lede.run("config", "edit", home: home, environment: ["VISUAL": "true"])
        #expect(first.status == 0 && first.errors.isEmpty)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("\n#text-width 80\n"))
        let uncommented = text.split(separator: "\n").map {
            $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0
        }
        try home.write(config: uncommented.joined(separator: "\n"))
        #expect(try Lede.run("config", "check", home: home).output == "")

        let editor = ["EDITOR": "sh -c 'echo text-width much > \"$0\"'"]
        let second = try Lede.run("config", "edit", home: home, environment: editor)
        #expect(second.status == 1 && second.errors.hasPrefix("lede: \(file):1:12: text-width must be a whole number"))
        #expect(try Lede.run("config", "edit", home: home, environment: ["EDITOR": "false"]).status == 1)
    }

    @Test
    func `a check lists notes and problems in the order of the lines, and on a terminal says that there are none`()
        throws
    {
        let home = try Home()
        let unused = "color end-of-text-marker red default"
        try home.write(config: "\(unused)\nnonsense\n\(unused)\n")
        try home.write(urls: ["https://a.invalid/", "query:x:author=ann@a.example", "nonsense"])
        let places = try Lede.run("config", "check", home: home).output.split(separator: "\n").map {
            $0.split(separator: " ")[0].split(separator: "/").last ?? ""
        }
        #expect(places == ["config:1:7:", "config:2:1:", "config:3:7:", "urls:2:9:", "urls:3:1:"])
        try home.write(config: "text-width 70\n")
        try home.write(urls: ["https://a.invalid/"])
        #expect(try Lede.run("config", "check", home: home).output.isEmpty)
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["config", "check"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "no problems in ")
    }
}

@Suite(.blocking) struct `lede doctor` {
    @Test func `doctor names the libraries of pictures that are missing, and their packages`() throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
        // The loader takes the first file of this name, and can't load this one.
        let folder = home.path + "/libraries"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["libgif.so.7", "libchafa.so.0"] { try Data().write(to: URL(filePath: folder + "/" + name)) }
        let run = try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder])
        #expect(run.status == 1)
        let finding = run.output.split(separator: "\n").first { $0.hasPrefix("✗") }
        let expected = "✗\tpictures\tno library for GIF pictures, sixel pictures: install libgif7 libchafa0 "
        #expect(finding?.hasPrefix(expected) == true)
        try home.write(config: "pictures no")
        #expect(try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder]).status == 0)
    }
}

@Suite(.blocking) struct `lede backup and lede restore` {
    private let home: Home
    private let copy: String

    init() throws {
        home = try Home()
        copy = home.path + "/copy.db"
        let feed = home.path + "/feed.xml"
        let items = [SampleFeed.Item(title: "One"), SampleFeed.Item(title: "Two")]
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try Lede.run("refresh", home: home)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")), arguments: ["fsync", "rename"])
    func `a restore that fails leaves the library in place`(call: String) throws {
        _ = try Lede.run("backup", copy, home: home)
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/usr/bin/strace",
            arguments: ["-f", "-o", "/dev/null", "-e", "inject=\(call):error=ENOSPC", lede, "restore", copy],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.contains("No space left on device"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.data).allSatisfy { $0.hasPrefix("library.db") })
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test func `restore refuses while a reader uses the library`() throws {
        _ = try Lede.run("backup", copy, home: home)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "The News")
        #expect(try Lede.run("backup", home.path + "/other.db", home: home).status == 0)
        let run = try Lede.run("restore", copy, home: home)
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("quit that one first\n"))
        try reader.waitForScreen(showing: "2 unread")
    }

    @Test func `backup refuses to replace the library itself`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: copy, withDestinationPath: home.data + "/library.db")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        for path in [copy] + ["", "-wal", "-shm"].map({ home.data + "/library.db" + $0 }) {
            let run = try Lede.run("backup", path, home: home)
            #expect(run.status == 1 && run.errors.hasSuffix("so lede doesn't replace it: choose another file\n"))
        }
        try reader.press("C")
        try reader.waitForScreen(showing: "Marked 2 items read")
        try reader.press("q")
        try reader.waitForExit()
        #expect(try Lede.run("unread", home: home).output == "0\n")
    }
}
