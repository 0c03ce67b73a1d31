import Subscriptions

extension Verb {
    static let importNewsboat = Verb(
        name: "import newsboat", operands: "[DIR]", summary: "bring over feeds, items and what was read from newsboat",
        details: [
            """
            DIR is the folder with newsboat's files. Without it they are looked for where newsboat looks. They are copied \
            before they are read, nothing of them is changed, and no command in them is run.
            """,
            """
            Flags become tags of the same letter. Items that were deleted stay away. Feeds that are in the cache but no \
            longer in the urls file are kept hidden, and come back with their line. The config file comes over where there is \
            none yet, with those that it includes: lines that lede does otherwise stay in it as comments, with the reason.
            """,
            Moving.undoing
        ],
        examples: [Example(line: "lede import newsboat", meaning: "bring everything over")]
    ) { arguments in
        try Moving(arguments).run(.newsboat, arguments)
        return 0
    }
}
