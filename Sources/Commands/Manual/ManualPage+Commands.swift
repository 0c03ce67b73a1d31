extension ManualPage {
    /// lede(1), made from the table of commands.
    static var commands: ManualPage {
        var page = ManualPage("lede", section: 1, about: "read RSS, Atom and JSON feeds in the terminal")
        page.addSynopsis()
        page.heading("Commands")
        for group in Verb.groups {
            page.subheading(group.title)
            for verb in group.verbs { page.add(verb) }
        }
        page.heading("Options")
        page.paragraph(
            "--starter-feeds and --version work without a command. The others work with every command, before or after it."
        )
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
            lede reads RSS, Atom and JSON feeds in the terminal. Without a command, it opens the reader; press ? there to see \
            its keys. With a command, it runs the command and exits. Commands also work while the reader is open, and the \
            reader shows their changes.
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
        term(.italic("~/.config/lede/urls"), "your feeds, one per line: see lede-urls(5)")
        term(.italic("~/.config/lede/config"), "settings, keys and colours: see lede-config(5)")
        term(.italic("~/.local/share/lede/library.db"), "the library, an SQLite database of all feeds, items and marks")
        term(.italic("~/.cache/lede"), "pictures of items")
        term(.italic("~/.local/state/lede"), "where you left off, and what you typed at prompts")
        heading("Environment")
        term(
            .bold("XDG_CONFIG_HOME") + ", " + .bold("XDG_DATA_HOME") + ", " + .bold("XDG_CACHE_HOME") + ", "
                + .bold("XDG_STATE_HOME"),
            "parent folders of these files: each holds a folder “lede”")
        term(.bold("VISUAL") + ", " + .bold("EDITOR"), "your editor (default: vi(1))")
        term(.bold("COLORTERM"), "“truecolor” uses all colours, whatever the terminal's description says")
        term(.bold("BROWSER"), "your browser (default: xdg-open(1))")
        term(.bold("NO_COLOR"), "turns off colours in the reader and styles in the output of commands")
        term(
            .bold("http_proxy") + ", " + .bold("https_proxy") + ", " + .bold("no_proxy"),
            "proxy for fetching feeds")
        heading("Exit status")
        for exit in Verb.commonExits { term(Words("\(exit.code)"), Words(exit.meaning)) }
        heading("See also")
        paragraph("lede-urls(5), lede-config(5), newsboat(1)")
    }
}

extension String {
    /// The text with a capital first letter and a full stop.
    var capitalisedSentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
