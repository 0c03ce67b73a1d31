import Subscriptions

extension Verb {
    static let importNewsraft = Verb(
        name: "import newsraft", operands: "[DIR]", summary: "bring over feeds, items and what was read from newsraft",
        details: [
            """
            DIR is the folder with newsraft's files. Without it they are looked for where newsraft looks. What was important \
            there is starred, sections become groups, and a command in $() becomes one behind exec:. The config file comes \
            over where there is none yet, in lede's words: lines that lede does otherwise stay in it as comments, with the reason.
            """,
            Moving.undoing
        ]
    ) { arguments in
        try Moving(arguments).run(.newsraft, arguments)
        return 0
    }
}
