import Subscriptions

extension Verb {
    static let importSfeed = Verb(
        name: "import sfeed", operands: "[DIR]", summary: "import feeds and items from sfeed",
        details: [
            """
            DIR is the folder with sfeedrc and the folder “feeds” (default: ~/.sfeed). lede reads the script but doesn't run \
            it. Read marks come from the file in $SFEED_URL_FILE, or the file “urls” in DIR, as in sfeed_curses. Without \
            this file, items older than a day count as read, as in sfeed_curses.
            """,
            Moving.undoing
        ]
    ) { arguments in
        try Moving(arguments).run(.sfeed, arguments)
        return 0
    }
}
