import Configuration
import Files

extension Verb {
    static let manual = Verb(
        name: "man", operands: "[FILE]", summary: "print lede(1), or a guide in Markdown, as man reads it",
        details: ["“make install” makes the pages of the manual with it."],
        examples: [Example(line: "lede man | man -l -", meaning: "read the page where lede is not installed")]
    ) { arguments in
        guard let file = arguments.operands.first else {
            Output.text(ManualPage.commands.text)
            return 0
        }
        let guide = try PrivateFiles.read(file)
        Output.text(try ManualPage(markdown: String(decoding: guide, as: UTF8.self), section: 5).text)
        return 0
    }
}
