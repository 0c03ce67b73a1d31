import Subscriptions

extension Verb {
    static let importNewsboat = Verb(
        name: "import newsboat", operands: "[DIR]", summary: "import feeds, items and read state from newsboat",
        details: [
            """
            DIR is the folder with newsboat's files. Without DIR, lede looks where newsboat does. lede copies the files \
            before reading them, doesn't change them, and runs no command in them.
            """,
            """
            Flags become tags with the same letter. Deleted items stay deleted. Feeds in newsboat's cache that are missing \
            from its urls file stay hidden until you add them again. If you have no config file yet, lede converts newsboat's, \
            with the files it includes. Lines that don't work in lede become comments with the reason.
            """,
            Moving.undoingWithConfig
        ],
        examples: [Example(line: "lede import newsboat", meaning: "import everything")]
    ) { arguments in
        try Moving(arguments).run(.newsboat, arguments)
        return 0
    }
}
