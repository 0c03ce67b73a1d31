import Library
import Subscriptions
import Typesetting
import ViewModels

extension Verb {
    static let show = Verb(
        name: "show", operands: "ITEM", summary: "print one item with its text",
        details: ["ITEM is a number from “lede items”. Doesn't mark the item read."],
        options: [
            Option(
                name: "--width", value: "N", meaning: "line width, from 1 to 1000 (default: the terminal's, at most 80)"
            ),
            .color,
            Option(name: "--json", meaning: "print one JSON object, with the text as HTML and plain text")
        ],
        examples: [
            Example(line: "lede show --color always 4711 | less -R", meaning: "page through an item"),
            Example(line: "lede show --json 4711 | jq -r .text", meaning: "print an item's plain text")
        ]
    ) { arguments in
        let width = try arguments.width()
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let id = try arguments.item(arguments.operands[0])
        guard let article = try subscriptions.library.article(id) else {
            throw CommandFailure.failed("no item \(id.rawValue): “lede items” lists the items")
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
