import Foundation
import TestSupport
import Testing

/// The program as the kernel treats it.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ConfinementTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test(arguments: ["parse --batch", "parse -", "parse --base-url https://a.example/ feed", "render", "extract -"])
    func `commands that only parse are confined`(command: String) throws {
        let item = "<item><title>\(String(repeating: "word ", count: 200))</title></item>"
        let feed = "<rss><channel>\(String(repeating: item, count: 200))</channel></rss>"
        let page = "<p>\(String(repeating: "A sentence of some words, and then a few more. ", count: 8000))</p>"
        try Data((command.hasPrefix("parse") ? feed : page).utf8).write(to: URL(filePath: home.path + "/feed"))
        let input = command.hasSuffix("--batch") ? "yes feed | head -n 1000" : "cat feed"
        // The answer doesn't fit into a pipe, so the command waits while somebody looks at it.
        let run = try shell(
            """
            mkfifo answer
            \(input) | "$LEDE" \(command) >answer &
            exec 3<answer && head -c 1 <&3 >first
            grep -E '^(NoNewPrivs|Seccomp):' /proc/$!/status
            kill $!
            """)
        #expect(run.output == "NoNewPrivs:\t1\nSeccomp:\t2\n", "\(run.errors)")
    }

    @Test func `confined commands know the character sets of the system`() throws {
        let start = "<?xml version='1.0' encoding='gb18030'?><rss><channel><title>"
        let bytes = Array(start.utf8) + [0xD6, 0xD0] + Array("</title></channel></rss>".utf8)
        let run = try Lede.run(["parse", "-"], home: home, input: bytes)
        #expect(run.output.contains(#""title":"中""#), "\(run.output)\(run.errors)")
    }

    @Test(.disabled(if: Sanitizer.builtIn != nil, "a sanitizer ends the program after a crash itself"))
    func `a crash leaves no core file with passwords, and other programs keep theirs`() throws {
        let program = try home.writeProgram(
            "crash",
            """
            { sh -c 'kill -SEGV $$'; } 2>child
            process=$PPID
            while [ "$(cat /proc/$process/comm)" != lede ]; do process=$(ps -o ppid= -p $process | tr -d ' '); done
            kill -SEGV $process
            """)
        try home.write(urls: ["exec:\(program)"])
        let run = try shell(
            """
            ulimit -c unlimited 2>/dev/null
            { sh -c 'kill -SEGV $$'; } 2>other
            { "$LEDE" refresh; } 2>lede
            tail -n 1 lede child other
            """)
        let words = run.output.split(separator: "\n").filter { $0.contains("fault") }
        #expect(words.first == "Segmentation fault", "\(run.output)")
        // Also where the system leaves no core files at all.
        #expect(words.count == 3 && words[1] == words[2], "\(run.output)")
    }

    private func shell(_ script: String) throws -> CommandRun {
        let environment = try Lede.environment(home: home, adding: ["LEDE": BuildProducts.executable("lede")])
        return try CommandRun(
            program: "/bin/sh", arguments: ["-c", "cd \"$HOME\"\n" + script], environment: environment)
    }
}
