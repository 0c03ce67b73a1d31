import Library
import Subscriptions
import Typesetting
import ViewModels

extension Verb {
    static let show = Verb(
        name: "show", operands: "ITEM", summary: "print an item with its text",
        details: ["ITEM is a number, as “lede items” prints it. The item is not marked read by it."],
        options: [
            Option(name: "--width", value: "N", meaning: "cells in a line, 1 to 1000 (the terminal's, but at most 80)"),
            .color,
            Option(name: "--json", meaning: "print one JSON object, with the text as HTML and in plain words")
        ],
        examples: [
            Example(line: "lede show --color always 4711 | less -R", meaning: "read an item page by page"),
            Example(line: "lede show --json 4711 | jq -r .text", meaning: "its plain words")
        ]
    ) { arguments in
        let width = try arguments.width()
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let id = try arguments.item(arguments.operands[0])
        guard let article = try subscriptions.library.article(id) else {
            throw CommandFailure.failed("there is no item \(id.rawValue): “lede items” shows what there is")
        }
        if arguments.has("--json") {
            Output.line(article.json(in: try subscriptions.library.feed(article.item.feed)?.feedName))
            return 0
        }
        let isStyled = arguments.wantsStyles()
        let typesetter = Typesetter(TypesettingOptions(width: width, textWidth: 0, hasStyles: isStyled))
        Output.lines(typesetter.set(Manuscript(article.document)).lines, isStyled: isStyled)
        return 0
    }
}
