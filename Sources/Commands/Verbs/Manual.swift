import Configuration
import Files

extension Verb {
    static let manual = Verb(
        name: "man", operands: "[FILE]", summary: "print the source of lede's manual page",
        details: ["Prints lede(1), or converts a Markdown FILE. “make install” uses it to make the manual pages."],
        examples: [Example(line: "lede man | man -l -", meaning: "read the page without installing lede")]
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
