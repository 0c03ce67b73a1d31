/// The reference of the config file in Documentation/reference/config.md, generated from the tables.
package enum ConfigReference {
    /// `look` is what modules above know: operations, places and parts of the screen, each with what it means.
    package static func markdown(_ look: KeyValuePairs<String, [(name: String, meaning: String)]>) -> String {
        var parts = ["# lede-config: how lede looks and behaves"] + ConfigGuide.introduction
        for section in ConfigGuide.sections {
            parts += ["## \(section.heading)"] + section.paragraphs.map(Markdown.escaped)
            parts.append(section.example.map { "    " + $0 }.joined(separator: "\n"))
        }
        parts.append("## Settings")
        for section in Setting.Section.allCases {
            let settings = Setting.all.filter { $0.section == section }
            let rows = settings.map { ["`\($0.name)`", $0.kind.words, Self.value($0.initial), $0.fullHelp] }
            parts += ["### \(section.rawValue)", Markdown.table(["setting", "value", "default", "effect"], rows)]
        }
        parts.append("## Commands")
        parts.append(
            Markdown.table(["line", "effect"], ConfigCommand.all.map { ["`\($0.name) \($0.operands)`", $0.help] }))
        for (heading, rows) in look {
            parts += ["## \(heading)", Markdown.table(["name", "meaning"], rows.map { ["`\($0.name)`", $0.meaning] })]
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Documentation/reference/newsboat-settings.md, which says for each line of newsboat's config file what lede does
    /// with it.
    package static var newsboat: String {
        let rows = NewsboatOption.names.map { ["`\($0)`", NewsboatOption.fate(of: $0) ?? ""] }
        func row(_ services: [String], _ words: String) -> [String] {
            [services.map { "`\($0)-…`" }.joined(separator: " "), words]
        }
        let unknown = NewsboatOption.unknownServices
        let services = [
            row(NewsboatOption.services.filter { !unknown.contains($0) }, NewsboatOption.wordsOnServices),
            row(unknown, NewsboatOption.wordsOnUnknownServices)
        ]
        let parts = [
            "# newsboat's settings in lede",
            "“lede import newsboat” imports the settings that lede has too. It keeps the other lines as comments with these reasons. lede also reports the reasons if your own config file has such a line.",
            Markdown.table(["newsboat", "lede"], rows + services)
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func value(_ initial: String) -> String { initial.isEmpty ? "" : "`\(initial)`" }
}

extension Setting {
    /// What it does, and what newsboat's values are called.
    fileprivate var fullHelp: String { newsboatValues.map { "\(help) Of newsboat's values, \($0)." } ?? help }
}

/// The introduction to the config file for the manual page and the reference, as plain text.
private enum ConfigGuide {
    package struct Section: Sendable {
        package let heading: String
        package let paragraphs: [String]
        /// Example lines of a config file.
        package let example: [String]
    }

    package static let introduction = [
        "The config file, by default ~/.config/lede/config, has one setting or command per line. It's optional. It uses newsboat's syntax, and newsboat's names where a setting means the same.",
        "lede ignores invalid lines and uses the rest. “lede config check” lists invalid lines, “lede config show” prints each setting with its source, and “lede config edit” opens the file in your editor. An open lede applies changes to the file at once; a setting whose line becomes invalid keeps its earlier value. Settings that you change in the reader, with a key, :set or :source, last until you quit, unless you then change them in the file."
    ]

    package static let sections = [
        Section(
            heading: "Lines and words",
            paragraphs: [
                "Separate words with spaces or tabs. Put a word that contains spaces in quotation marks; inside them, \\\" is a quotation mark, \\\\ a backslash, \\n a line break and \\t a tab. A # at the beginning of a word starts a comment, so write a colour such as “#ff8700” in quotation marks. A backslash at the end of a line joins it with the next line.",
                "If a setting occurs twice, the last one counts. newsboat replaces `command` with the output of the command. lede runs no command to read its configuration, and ignores such a line."
            ],
            example: ["# Read in peace.", "text-width 72", "browser \"w3m -o 'confirm_qq=0' %u\""]),
        Section(
            heading: "Keys",
            paragraphs: [
                "Write keys as you type them: r, R, ^R for Ctrl-R, <A-x> for Alt-x, <F5>, <ENTER>, <SPACE>, <LT> for < and <GT> for >. Write keys that follow each other without spaces: gg, ,x. A key that begins other bindings does nothing by itself, so no key ever waits for a timeout. The last binding counts.",
                "Contexts are feedlist, articlelist, article, picture, urlview, help, failures, information, history and welcome, or everywhere. Separate several operations with semicolons. Text after -- is the description in the help."
            ],
            example: [
                "bind gg everywhere home", "bind ^R articlelist,article reload -- \"refresh this feed\"",
                "unbind-key C", "keys newsboat"
            ]),
        Section(
            heading: "Programs",
            paragraphs: [
                "Besides operations, a key can run a program (run PROGRAM…) or give it the article as text (pipe-to PROGRAM…). It can also change a setting until you quit: set NAME VALUE, or set NAME! to switch yes and no. A program has the terminal until it exits.",
                "Some operations take their input as arguments: set-filter FILTER, select-filter NAME, set-tag TAG, goto-title WORDS, open-search WORDS, goto-url NUMBER, edit-flags TAG and save FILE. The operation edit-flags adds the tag, and toggle-article-read takes read or unread. In edit-urls COMMAND, %f is the file and %L the line of the feed. If an operation still prompts for input, the macro waits for your answer. Press Esc to stop the macro.",
                "In a program's arguments, %u is the URL of the current item or feed, %t its title, %a its author and %d its date. The sign %F is its feed's URL, and %T its feed's title. The environment has the same values: LEDE_URL, LEDE_TITLE, LEDE_AUTHOR, LEDE_DATE, LEDE_FEED_URL and LEDE_FEED_TITLE. If an item has no URL, lede doesn't run programs that need one.",
                "lede uses no shell unless you name one. A shell script gets the values from the environment, or as arguments after the script (a word that is %u and nothing else). A word that begins with ~/ is a path in your home folder, and %% is a percent sign.",
                "lede replaces %u and the others only if they are whole words. Part of a word may be code, as in flock FILE -c \"firefox %u\", and lede can't know every program that runs its arguments. “lede config check” lists such words and suggests a replacement: for open --url=%u, write sh -c 'open --url=$LEDE_URL'.",
                "In %u, %F, LEDE_URL and LEDE_FEED_URL, lede percent-encodes characters that a shell could act on, except & and ?, which URLs need. Titles and authors may contain any text, including commands, so never pass them to a program that runs them. lede knows some of these programs (shells, ssh, tmux and others) and refuses to put values into their scripts, but no such list is complete."
            ],
            example: [
                "macro v run mpv %u -- \"play it\"",
                "macro y set browser \"yt-dlp %u\"; open-in-browser; set browser& -- \"download it\"",
                "bind M article pipe-to mail -s %t me@example.org",
                "bind S article run \"sh -c 'echo $LEDE_TITLE $LEDE_URL >> ~/links'\" -- \"save the link\""
            ]),
        Section(
            heading: "Colours",
            paragraphs: [
                "A theme sets the look of every part of the screen, and color lines change it. Colours are default (the terminal's own), black, red, green, yellow, blue, magenta, cyan and white, color0 to color255, and RGB colours such as \"#ff8700\". If the terminal can't show an RGB colour, lede uses the nearest one. Attributes are bold, dim, italic, underline and reverse. If NO_COLOR is set, lede uses only attributes."
            ],
            example: [
                "theme dark", "highlight articlelist \"swift|rust\" yellow default bold",
                "highlight-article \"age < 1 and author =~ \\\"ada\\\"\" green",
                "highlight-feed \"unread_count > 50\" red",
                "color listnormal_unread color255 default bold", "color heading \"#5fafff\" default"
            ])
    ]
}

/// A sample config file with every setting and its default in a comment.
package enum ConfigSample {
    package static var text: String {
        var lines = [
            "# lede's settings, one per line. See “man lede-config”; “lede config check” finds mistakes.",
            "# To change a setting, remove the # before it."
        ]
        for section in Setting.Section.allCases {
            lines += ["", "# \(section.rawValue)"]
            for setting in Setting.all where setting.section == section {
                let value = setting.initial.isEmpty ? "\"\"" : ConfigWord.quoted(setting.initial)
                lines += ["", "# " + setting.help, "#\(setting.name) \(value)"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Markdown for the generated pages of the manual.
package enum Markdown {
    /// A table with a heading for each column.
    package static func table(_ headings: [String], _ rows: [[String]]) -> String {
        let lines = [headings, headings.map { _ in "---" }] + rows.map { $0.map(cell) }
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// Plain text without characters that have a meaning in Markdown.
    package static func escaped(_ text: String) -> String {
        text.map { "\\`<>#*_".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
