extension ManualPage {
    /// lede(1), made from the table of commands.
    static var commands: ManualPage {
        var page = ManualPage("lede", section: 1, about: "reads feeds in the terminal")
        page.addSynopsis()
        page.heading("Commands")
        for group in Verb.groups {
            page.subheading(group.title)
            for verb in group.verbs { page.add(verb) }
        }
        page.heading("Options")
        page.paragraph("These may stand before and after every command.")
        page.add(ReaderOpening.options + Verb.commonOptions)
        page.addSurroundings()
        return page
    }

    private mutating func addSynopsis() {
        heading("Synopsis")
        paragraph(.bold("lede") + " [" + .italic("OPTION") + "...]")
        paragraph(.bold("lede") + " " + .italic("COMMAND") + " [" + .italic("ARGUMENT") + "...]")
        heading("Description")
        paragraph(
            """
            lede reads RSS, Atom and JSON feeds in the terminal. Without a command it opens the reader, in which ? shows \
            the keys. With one it does one thing and ends, beside an open reader too, which shows what was done.
            """)
    }

    private mutating func add(_ verb: Verb) {
        term(
            .bold("lede \(verb.name)") + (verb.operands.pattern.isEmpty ? "" : " " + .italic(verb.operands.pattern)),
            Words(verb.summary.capitalisedSentence))
        for paragraph in verb.details { relative { $0.paragraph(Words(paragraph)) } }
        if !verb.options.isEmpty { relative { $0.add(verb.options) } }
        for example in verb.examples {
            relative {
                $0.paragraph(Words(example.meaning.capitalisedSentence.dropLast() + ":"))
                $0.example([example.line])
            }
        }
        for exit in verb.exits { relative { $0.term(Words("exit code \(exit.code)"), Words(exit.meaning)) } }
    }

    private mutating func add(_ options: [Verb.Option]) {
        for option in options {
            let names = (option.letters + [option.name]).joined(separator: ", ")
            term(.bold(names) + (option.value.map { " " + .italic($0) } ?? ""), Words(option.meaning))
        }
    }

    private mutating func addSurroundings() {
        heading("Files")
        term(.italic("~/.config/lede/urls"), "the feeds, one a line: see lede-urls(5)")
        term(.italic("~/.config/lede/config"), "settings, keys and colours: see lede-config(5)")
        term(.italic("~/.local/share/lede/library.db"), "everything fetched and what was read: an SQLite database")
        term(.italic("~/.local/state/lede"), "where lede was left, and what was typed at its prompts")
        heading("Environment")
        term(
            .bold("XDG_CONFIG_HOME") + ", " + .bold("XDG_DATA_HOME") + ", " + .bold("XDG_STATE_HOME"),
            "where these files are, in a folder “lede” each")
        term(.bold("VISUAL") + ", " + .bold("EDITOR"), "opens files to be written; vi(1) does where neither is set")
        term(.bold("COLORTERM"), "truecolor where the terminal has all colours, whatever its description says")
        term(.bold("BROWSER"), "opens links; xdg-open(1) does where it is not set")
        term(.bold("NO_COLOR"), "no colours in the reader, no styles in what commands print")
        term(
            .bold("http_proxy") + ", " + .bold("https_proxy") + ", " + .bold("no_proxy"),
            "the proxy that feeds are fetched through")
        heading("Exit status")
        for exit in Verb.commonExits { term(Words("\(exit.code)"), Words(exit.meaning)) }
        heading("See also")
        paragraph("lede-urls(5), lede-config(5), newsboat(1)")
    }
}

extension String {
    /// With a capital at its beginning and a full stop at its end.
    fileprivate var capitalisedSentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
