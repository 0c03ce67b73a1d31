extension Verb {
    static let syncLogin = Verb(
        name: "sync login", operands: "[URL]", summary: "add your account on a feed server",
        details: [
            """
            URL is that of the server's site, or of its API. lede finds out which server it is, logs in, and writes the \
            account into the urls file. At a terminal, lede asks for the rest.
            """,
            """
            lede keeps a typed password in a file that only you can read, in the folder “passwords” of the library's. \
            “lede undo” removes the account from the urls file, and keeps that file.
            """
        ],
        options: [
            Option(
                name: "--kind", value: "greader|miniflux|fever|nextcloud|ttrss",
                meaning: "protocol of the server (default: what lede finds)"),
            Option(name: "--user", value: "NAME", meaning: "user name on the server"),
            Option(
                name: "--password-command", value: "COMMAND",
                meaning: "command that prints the password as its first line"),
            Option(name: "--title", value: "TITLE", meaning: "title of the account"),
            Option(
                name: "--insecure", meaning: "log in over http, too, so that anyone on the way can read the password"),
            .json
        ],
        examples: [
            Example(line: "lede sync login rss.example.org", meaning: "find the server, and ask for the rest"),
            Example(
                line: "lede sync login rss.example.org --user me --password-command 'pass show rss'",
                meaning: "ask for nothing")
        ]
    ) { arguments in
        try ServerLogin(arguments).run()
        return 0
    }
}
