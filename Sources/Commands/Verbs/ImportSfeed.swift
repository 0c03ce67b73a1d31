import Subscriptions

extension Verb {
    static let importSfeed = Verb(
        name: "import sfeed", operands: "[DIR]", summary: "bring over feeds and items from sfeed",
        details: [
            """
            DIR is the folder with sfeedrc and the folder feeds, ~/.sfeed where none is named. The script is read and not \
            run. What was read is taken from the file urls beside it, or the one that SFEED_URL_FILE names, as sfeed_curses \
            keeps it; without one all that is older than a day counts as read, as it does there.
            """,
            Moving.undoing
        ]
    ) { arguments in
        try Moving(arguments).run(.sfeed, arguments)
        return 0
    }
}
