/// The introduction to the config file for the manual page and the reference, as plain text.
package enum ConfigGuide {
    package struct Section: Sendable {
        package let heading: String
        package let paragraphs: [String]
        /// Example lines of a config file.
        package let example: [String]
    }

    package static let introduction = [
        "The config file says one thing a line. It lies beside the urls file, at ~/.config/lede/config where nothing says otherwise, and lede does without it. Its syntax is newsboat's, and so are the names of what is the same.",
        "A line that makes no sense doesn't count, and all others do. “lede config check” names each such line with its place, “lede config show” what every setting is and where that was said, and “lede config edit” opens the file in your editor. A lede that is open follows the file: what is changed holds at once, and of a line that was broken what it said before. What you set in the reader, by keys, :set or :source, holds until you leave it, unless the file comes to say something else then."
    ]

    package static let sections = [
        Section(
            heading: "Lines and words",
            paragraphs: [
                "Words are separated by spaces or tabs. A word in quotation marks may hold spaces; in it \\\" is a quotation mark, \\\\ a backslash, \\n a line break and \\t a tab. A # where a word could begin makes a comment of the rest of the line, so that a colour such as “#ff8700” has to stand in quotation marks. A backslash at the end of a line joins it with the next.",
                "Where a setting stands twice, the last one counts. newsboat puts the output of a command in the place of `command`; lede runs no command to read its configuration, and leaves such a line out."
            ],
            example: ["# read in peace", "text-width 72", "browser \"w3m -o 'confirm_qq=0' %u\""]),
        Section(
            heading: "Keys",
            paragraphs: [
                "Keys are written as they are typed: r, R, ^R for Ctrl-R, <A-x> for Alt-x, <F5>, <ENTER>, <SPACE>, <LT> for < and <GT> for >. Several of them are pressed one after the other: gg, ,x. A key that begins others does nothing by itself, so that no key ever has to wait for a clock: what is bound last wins.",
                "The places are feedlist, articlelist, article, urlview, help, failures, information, history and welcome, or everywhere. Several operations are separated by semicolons, and what follows -- is what the help calls them."
            ],
            example: [
                "bind gg everywhere home", "bind ^R articlelist,article reload -- \"ask this feed again\"",
                "unbind-key C", "keys newsboat"
            ]),
        Section(
            heading: "Programs",
            paragraphs: [
                "Besides operations a key can set something until lede is left (set NAME VALUE, set NAME! to turn a yes into a no), run a program (run PROGRAM…), or give it the article as text (pipe-to PROGRAM…). The program has the terminal until it ends.",
                "What an operation would ask for can stand behind it: set-filter FILTER, select-filter NAME, set-tag TAG, goto-title WORDS, open-search WORDS, goto-url NUMBER, edit-flags TAG (which an item gets that hasn't got it), save FILE, edit-urls COMMAND (with %f for the file and %L for the line of the feed), toggle-article-read read or unread. What a key asks nevertheless is answered before it goes on; where that is taken back, it goes no further.",
                "In its arguments %u stands for the address of what is shown, %t for its title, %a for its author, %d for its date, %F for the address of its feed and %T for the title of that. The same is in its environment: LEDE_URL, LEDE_TITLE, LEDE_AUTHOR, LEDE_DATE, LEDE_FEED_URL and LEDE_FEED_TITLE. What has no address is given to no program that asks for one.",
                "No shell comes into it unless you name one, and then its script finds what is shown in the environment, or behind it as an argument (a word that is %u and nothing else). A word that begins with ~/ is a path in your home, and %% is a percent sign.",
                "lede fills in %u and the others only where they are words of their own. Part of a word may be code, as in flock FILE -c \"firefox %u\", and lede can't know every program that runs what it is given. “lede config check” names such words and says what to write: for open --url=%u write sh -c 'open --url=$LEDE_URL'.",
                "In %u, %F, LEDE_URL and LEDE_FEED_URL, characters that a shell could act on are written with percent signs. Only & and ? stay, since addresses need them. Titles and authors may hold any text, commands too: give them to no program that runs it. lede knows some such programs (shells, ssh, tmux and the like) and refuses to put anything that is shown into their scripts, but no such list is complete."
            ],
            example: [
                "macro v run mpv %u -- \"play it\"",
                "macro y set browser \"yt-dlp %u\"; open-in-browser; set browser& -- \"download it\"",
                "bind M article pipe-to mail -s %t me@example.org",
                "bind S article run \"sh -c 'echo $LEDE_TITLE $LEDE_URL >> ~/links'\" -- \"keep the link\""
            ]),
        Section(
            heading: "Colours",
            paragraphs: [
                "A theme says what every part of the screen looks like, and color lines change it. Colours are default (the terminal's own), black, red, green, yellow, blue, magenta, cyan and white, color0 to color255, or such as \"#ff8700\", which are shown as they are where the terminal has all colours, and else as the nearest that it has. Attributes are bold, dim, italic, underline and reverse. Where NO_COLOR is set there are none but attributes."
            ],
            example: [
                "theme dark", "highlight articlelist \"swift|rust\" yellow default bold",
                "highlight-article \"age < 1 and author =~ \\\"ada\\\"\" green",
                "highlight-feed \"unread_count > 50\" red",
                "color listnormal_unread color255 default bold", "color heading \"#5fafff\" default"
            ])
    ]
}
