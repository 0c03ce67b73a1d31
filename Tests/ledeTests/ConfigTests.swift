import Foundation
import TestSupport
import Testing

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
