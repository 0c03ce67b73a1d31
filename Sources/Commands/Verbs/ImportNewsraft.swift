import Subscriptions

extension Verb {
    static let importNewsraft = Verb(
        name: "import newsraft", operands: "[DIR]", summary: "import feeds, items and read state from newsraft",
        details: [
            """
            DIR is the folder with newsraft's files. Without DIR, lede looks where newsraft does. Important items become \
            starred, sections become groups, and commands in $() become exec: feeds. If you have no config file yet, lede \
            converts newsraft's. Lines that don't work in lede become comments with the reason.
            """,
            Moving.undoingWithConfig
        ]
    ) { arguments in
        try Moving(arguments).run(.newsraft, arguments)
        return 0
    }
}
