/// The introduction to the config file for the manual page and the reference, as plain text.
package enum ConfigGuide {
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
