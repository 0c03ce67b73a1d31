import Terminal
import ViewModels

/// An operation of newsboat, and lede's operation for it, or the reason why there is none.
struct NewsboatOperation {
    let name: String
    /// newsboat's own keys for it.
    let keys: String
    /// Why lede has no such operation.
    let reason: String?

    private init(_ name: String, _ keys: String, none reason: String? = nil) {
        (self.name, self.keys, self.reason) = (name, keys, reason)
    }

    /// lede's operation that does the same.
    var operation: Operation? { Operation(rawValue: name) ?? Self.synonyms[name] }

    /// newsboat's names for operations that lede calls otherwise.
    static let synonyms: [String: Operation] = ["select-tag": .chooseTag]

    static func named(_ name: String) -> NewsboatOperation? { all.first { $0.name == name } }

    static let all = screens + items + links + feeds + lists + others + podcasts

    private static let screens = [
        NewsboatOperation("open", "Enter"), NewsboatOperation("quit", "q"), NewsboatOperation("hard-quit", "Q"),
        NewsboatOperation("up", "↑"), NewsboatOperation("down", "↓"), NewsboatOperation("pageup", "PageUp, b"),
        NewsboatOperation("pagedown", "PageDown, Space"), NewsboatOperation("halfpageup", ""),
        NewsboatOperation("halfpagedown", ""), NewsboatOperation("home", "Home"), NewsboatOperation("end", "End"),
        NewsboatOperation("switch-focus", "Tab"), NewsboatOperation("help", "?"), NewsboatOperation("redraw", "Ctrl-L")
    ]

    private static let items = [
        NewsboatOperation("next", "J"), NewsboatOperation("prev", "K"), NewsboatOperation("next-unread", "n"),
        NewsboatOperation("prev-unread", "p"), NewsboatOperation("random-unread", "Ctrl-K"),
        NewsboatOperation("next-feed", "j"), NewsboatOperation("prev-feed", "k"),
        NewsboatOperation("next-unread-feed", "Ctrl-N"), NewsboatOperation("prev-unread-feed", "Ctrl-P"),
        NewsboatOperation("article-feed", ""), NewsboatOperation("goto-title", ""),
        NewsboatOperation("toggle-article-read", "N"), NewsboatOperation("mark-feed-read", "A"),
        NewsboatOperation("mark-all-feeds-read", "C"), NewsboatOperation("mark-all-above-as-read", ""),
        NewsboatOperation("delete-article", "D"), NewsboatOperation("delete-all-articles", "Ctrl-D"),
        NewsboatOperation(
            "purge-deleted", "$", none: "deleted items leave the list at once, and “undo” brings them back"),
        NewsboatOperation("edit-flags", "Ctrl-E")
    ]

    private static let links = [
        NewsboatOperation("open-in-browser", "o"), NewsboatOperation("open-in-browser-and-mark-read", "O"),
        NewsboatOperation("open-in-browser-noninteractively", ""), NewsboatOperation("open-all-unread-in-browser", ""),
        NewsboatOperation("open-all-unread-in-browser-and-mark-read", ""), NewsboatOperation("show-urls", "u"),
        NewsboatOperation("goto-url", "#"), NewsboatOperation("one", "1"), NewsboatOperation("two", "2"),
        NewsboatOperation("three", "3"), NewsboatOperation("four", "4"), NewsboatOperation("five", "5"),
        NewsboatOperation("six", "6"), NewsboatOperation("seven", "7"), NewsboatOperation("eight", "8"),
        NewsboatOperation("nine", "9"), NewsboatOperation("zero", "0"), NewsboatOperation("save", "s"),
        NewsboatOperation("save-all", ""), NewsboatOperation("pipe-to", "|"), NewsboatOperation("bookmark", "Ctrl-B"),
        NewsboatOperation("toggle-source-view", "Ctrl-U"),
        NewsboatOperation(
            "enqueue", "e", none: "lede doesn't download podcasts yet, but “show-urls” lists an article's files")
    ]

    private static let feeds = [
        NewsboatOperation("reload", "r"), NewsboatOperation("reload-all", "R"),
        NewsboatOperation("reload-urls", "Ctrl-R"), NewsboatOperation("edit-urls", "E"),
        NewsboatOperation("set-tag", "t"), NewsboatOperation("select-tag", "t"),
        NewsboatOperation("clear-tag", "Ctrl-T")
    ]

    private static let lists = [
        NewsboatOperation("toggle-show-read-feeds", "l"), NewsboatOperation("sort", "g"),
        NewsboatOperation("rev-sort", "G"), NewsboatOperation("open-search", "/"),
        NewsboatOperation("prevsearchresults", "z"),
        NewsboatOperation("set-filter", "F"), NewsboatOperation("select-filter", "f"),
        NewsboatOperation("clear-filter", "Ctrl-F")
    ]

    private static let others =
        [
            NewsboatOperation("cmdline", ":"),
            NewsboatOperation("set", "", none: "works as in newsboat, in `bind` lines, macros and at the command line"),
            NewsboatOperation("macro-prefix", ",", none: macros),
            NewsboatOperation("view-dialogs", "v", none: dialogs),
            NewsboatOperation("close-dialog", "Ctrl-X", none: dialogs),
            NewsboatOperation("next-dialog", "Ctrl-V", none: dialogs),
            NewsboatOperation("prev-dialog", "Ctrl-G", none: dialogs)
        ]
        + ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].enumerated().map { index, name in
            NewsboatOperation(
                "cmd-\(name)", "\(index + 1)",
                none: "digits start a count for the next motion; with “keys newsboat” they open the command line")
        }

    /// podboat's operations.
    private static let podcasts = [
        ("download", "d"), ("cancel", "c"), ("delete", "D"), ("play", "p"), ("mark-as-finished", "m"),
        ("reload", "Ctrl-R"), ("purge", "P"), ("toggle-download-all", "a"), ("increase-max-dls", "+"),
        ("decrease-max-dls", "-"), ("decreate-max-dls", "-")
    ].map { NewsboatOperation("pb-\($0)", $1, none: "lede doesn't download podcasts yet") }

    private static let macros = "macros begin with a comma, or with a key that has a line `bind-key KEY macro-prefix`"
    private static let dialogs = "lede has no dialogs: “quit” goes back, and a wide screen shows panes side by side"
}
