// Every setting does something: one that nothing asks for has no place here.
extension Setting {
    package static let all = refreshing + network + keeping + lists + articles + programs + news + look
}

// Refreshing.
extension Setting {
    private static let refreshing = [
        refreshOnStartup, autoReload, reloadTime, refreshOnResume, shortestInterval, longestInterval
    ]

    package static let refreshOnStartup = Setting(
        "refresh-on-startup", .yesNo, "no", in: .refreshing, "Whether lede fetches what is due when it is opened.")
    package static let autoReload = Setting(
        "auto-reload", .yesNo, "no", in: .refreshing,
        "Whether lede fetches what is due every reload-time minutes while it is open.")
    package static let reloadTime = Setting(
        "reload-time", .number(1...10_080), "60", in: .refreshing, "How many minutes there are between two reloads.")
    package static let refreshOnResume = Setting(
        "refresh-on-resume", .yesNo, "no", in: .refreshing,
        "Whether lede fetches what is due when the machine wakes up while lede is open.")
    package static let shortestInterval = Setting(
        "shortest-interval", .number(1...10_080), "30", in: .refreshing,
        "A feed is due again after so many minutes at the earliest, whatever its server says.")
    package static let longestInterval = Setting(
        "longest-interval", .number(1...525_600), "1440", in: .refreshing,
        "A feed is due again after so many minutes at the latest, unless its server tells lede to wait.")
}

// Network.
extension Setting {
    private static let network = [
        userAgent, maxTransfers, transfersPerHost, downloadTimeout, commandTimeout, useProxy, proxy, proxyAuth,
        cookieCache, netrcFile
    ]

    package static let userAgent = Setting(
        "user-agent", .text, "", in: .network,
        "What lede calls itself when it asks servers; empty for its own name and version.")
    package static let maxTransfers = Setting(
        "max-transfers", .number(1...1000), "256", in: .network, "How many feeds are fetched at the same time.")
    package static let transfersPerHost = Setting(
        "transfers-per-host", .number(1...64), "2", in: .network,
        "How many feeds of one server are fetched at the same time.")
    package static let downloadTimeout = Setting(
        "download-timeout", .number(1...3600), "90", in: .network,
        "How many seconds the transfer of one feed may take in all.")
    package static let commandTimeout = Setting(
        "command-timeout", .number(1...3600), "30", in: .network,
        "How many seconds a command may take that makes a feed (exec:) or mends one (filter:).")
    package static let useProxy = Setting(
        "use-proxy", .yesNo, "yes", in: .network, "Whether what is set as proxy counts.")
    package static let proxy = Setting(
        "proxy", .text, "", in: .network,
        "The proxy that servers are asked through, such as socks5://127.0.0.1:9050, or none; empty for what http_proxy, https_proxy and no_proxy say."
    )
    package static let proxyAuth = Setting(
        "proxy-auth", .text, "", in: .network,
        "The name and the password that the proxy wants, with a colon between them.")
    package static let cookieCache = Setting(
        "cookie-cache", .text, "", in: .network,
        "A file of cookies (in Netscape's form, as newsboat keeps it and browsers' extensions write it) that servers are sent; it is read, and never written."
    )
    package static let netrcFile = Setting(
        "netrc-file", .text, "", in: .network,
        "A file of names and passwords (in netrc's form) for hosts of feeds for which the urls file has none.")
}

// Keeping.
extension Setting {
    private static let keeping = [maxItems, keepArticlesDays, maxMegabytes, foldCopies]

    package static let maxItems = Setting(
        "max-items", .number(0...1_000_000), "0", in: .keeping,
        "How many items are kept of each feed, the newest ones; 0 keeps all. Items that are starred or tagged stay, and so does what the feed still lists."
    )
    package static let keepArticlesDays = Setting(
        "keep-articles-days", .number(0...36_500), "0", in: .keeping,
        "For how many days items are kept; 0 keeps them for ever. What max-items spares is spared here too.")
    package static let maxMegabytes = Setting(
        "max-megabytes", .number(0...1_000_000), "256", in: .keeping,
        "How many megabytes of text are kept of each feed; 0 keeps all. Beyond that read items go first, the oldest first. What max-items spares is spared here too."
    )
    package static let foldCopies = Setting(
        "fold-copies", .yesNo, "yes", in: .keeping,
        "Whether an article that several feeds have is shown once in lists over several feeds.")
}

// Lists.
extension Setting {
    private static let lists = [
        resume, preview, groupFeeds, listFeedsOnce, showReadFeeds, feedSortOrder, articleSortOrder, showReadArticles,
        gotoFirstUnread,
        gotoNextFeed, datetimeFormat, scrolloff, wrapScroll, markAsReadOnHover, toggleItemReadJumpsToNext,
        toggleItemReadJumpsToNextUnread, markFeedReadJumpsToNextUnread, openBrowserJumpsToNextUnread, historyLimit,
        feedlistFormat,
        articlelistFormat
    ]

    package static let resume = Setting(
        "resume", .yesNo, "yes", in: .lists, "Whether lede begins where it was left, or with the list of feeds.")
    package static let preview = Setting(
        "preview", .yesNo, "no", in: .lists,
        "Whether an article beside the list of items is that which the cursor rests on, which doesn't make it read.")
    package static let groupFeeds = Setting(
        "group-feeds", .yesNo, "yes", in: .lists,
        "Whether feeds stand in their groups, and under their tags where they have no group.")
    package static let listFeedsOnce = Setting(
        "list-feeds-once", .yesNo, "no", in: .lists,
        "Whether a feed with several tags and no group is listed once, under its first tag in the urls file.")
    package static let showReadFeeds = Setting(
        "show-read-feeds", .yesNo, "yes", in: .lists, "Whether feeds are listed that have nothing unread.")
    package static let feedlistFormat = Setting(
        "feedlist-format", .format(letters: "inStTuUcdlL"), "", in: .lists,
        "What a row of the list of feeds says, in newsboat's notation; empty for lede's own rows.")
    package static let articlelistFormat = Setting(
        "articlelist-format", .format(letters: "ifndDFLtTae"), "", in: .lists,
        "What a row of a list of items says, in newsboat's notation; empty for lede's own rows.")
    package static let articleSortOrder = Setting(
        "article-sort-order",
        .choice([
            "newest", "oldest", "unread", "feed", "title", "title-desc", "author", "author-desc", "flags", "flags-desc",
            "link", "link-desc", "guid", "guid-desc", "random"
        ]), "newest", in: .lists,
        "What stands first in a list of items: the newest, the oldest, what is unread, the newest of the first feed, or what comes first by its title, its author, its own tags (flags), its link or its feed's id for it (guid), from A on or from Z (desc); or anything (random). Items without tags come before A, as in newsboat.",
        synonyms: [
            "date": "oldest", "date-desc": "oldest", "date-asc": "newest", "title-asc": "title", "author-asc": "author",
            "flags-asc": "flags", "link-asc": "link", "guid-asc": "guid", "random-asc": "random",
            "random-desc": "random"
        ])
    package static let showReadArticles = Setting(
        "show-read-articles", .yesNo, "yes", in: .lists, "Whether lists of items show those that were read before.")
    package static let feedSortOrder = Setting(
        "feed-sort-order",
        .choice([
            "none", "none-asc", "firsttag", "firsttag-asc", "title", "title-asc", "unread", "unread-asc", "total",
            "total-asc", "latest", "latest-asc"
        ]), "none", in: .lists,
        "How feeds are sorted in their groups: as in the urls file (none), by first tag, from A to Z (title), or with the most unread items, the most items or the newest item first. With -asc, each is reversed.",
        synonyms: [
            "none-desc": "none", "firsttag-desc": "firsttag", "title-desc": "title", "unreadarticlecount": "unread-asc",
            "unreadarticlecount-desc": "unread-asc", "unreadarticlecount-asc": "unread", "articlecount": "total-asc",
            "articlecount-desc": "total-asc", "articlecount-asc": "total", "lastupdated": "latest",
            "lastupdated-desc": "latest", "lastupdated-asc": "latest-asc", "latestunread": "latest",
            "latestunread-desc": "latest", "latestunread-asc": "latest-asc"
        ])
    package static let gotoFirstUnread = Setting(
        "goto-first-unread", .yesNo, "yes", in: .lists, "Whether the cursor begins on the first unread item of a list.")
    package static let datetimeFormat = Setting(
        "datetime-format", .text, "", in: .lists,
        "How the dates of items are written, as strftime(3) says it, with %L for “5 days ago”; empty for their age.")
    package static let scrolloff = Setting(
        "scrolloff", .number(0...1000), "0", in: .lists,
        "How many rows stay in view above and below the cursor; a large number keeps it in the middle.")
    package static let wrapScroll = Setting(
        "wrap-scroll", .yesNo, "no", in: .lists,
        "Whether the cursor goes on at the other end where a list ends.")
    package static let markAsReadOnHover = Setting(
        "mark-as-read-on-hover", .yesNo, "no", in: .lists, "Whether an item is read when the cursor has come to it.")
    package static let toggleItemReadJumpsToNext = Setting(
        "toggleitemread-jumps-to-next", .yesNo, "yes", in: .lists,
        "Whether the cursor goes to the next item when one is marked read or unread.")
    package static let historyLimit = Setting(
        "history-limit", .number(0...10_000), "100", in: .lists,
        "How many lines are remembered of what was typed at each prompt; 0 remembers nothing.")
    package static let toggleItemReadJumpsToNextUnread = Setting(
        "toggleitemread-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Whether it goes to the next unread item then.")
    package static let gotoNextFeed = Setting(
        "goto-next-feed", .yesNo, "yes", in: .lists,
        "Whether going to the next unread item goes on in the next feed where one has no more.")
    package static let markFeedReadJumpsToNextUnread = Setting(
        "markfeedread-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Whether marking a feed read goes on to the next feed with something unread.")
    package static let openBrowserJumpsToNextUnread = Setting(
        "openbrowser-and-mark-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Whether opening an item in the browser and marking it read goes on to the next unread item.")
}

// Articles.
extension Setting {
    private static let articles = [textWidth, savePath]

    package static let textWidth = Setting(
        "text-width", .number(0...1000), "80", in: .articles,
        "The longest line of an article in cells; 0 takes the whole width of the screen.")
    package static let savePath = Setting(
        "save-path", .text, "~/", in: .articles, "The folder that is proposed for articles that are saved.")
}

// Programs.
extension Setting {
    private static let programs = [browser, maxBrowserTabs, bookmarkCmd, bookmarkInteractive, bookmarkAutopilot]

    package static let browser = Setting(
        "browser", .command, "", in: .programs,
        "What opens links: %u stands for the address; empty for the program that $BROWSER names, else xdg-open.")
    package static let maxBrowserTabs = Setting(
        "max-browser-tabs", .number(1...100), "10", in: .programs,
        "How many pages are opened at the most when all that is unread is.")
    package static let bookmarkCmd = Setting(
        "bookmark-cmd", .command, "", in: .programs,
        "What keeps a bookmark: it is given the address, the title, a description and the name of the feed as its last arguments, and what it prints is shown as what went wrong."
    )
    package static let bookmarkInteractive = Setting(
        "bookmark-interactive", .yesNo, "no", in: .programs,
        "Whether bookmark-cmd has the terminal while it runs, to ask for more.")
    package static let bookmarkAutopilot = Setting(
        "bookmark-autopilot", .yesNo, "no", in: .programs,
        "Whether a bookmark is kept as it is, without showing what will be given to bookmark-cmd.")
}

// Telling of news.
extension Setting {
    private static let news = [notifyProgram, notifyBeep, notifyXterm, notifyScreen, notifyAlways, notifyFormat]

    package static let notifyProgram = Setting(
        "notify-program", .command, "", in: .news,
        "What is run with the news as its last argument when a refresh has brought some, such as notify-send; “lede refresh” runs it, too."
    )
    package static let notifyBeep = Setting(
        "notify-beep", .yesNo, "no", in: .news, "Whether the terminal's bell rings for news.")
    package static let notifyXterm = Setting(
        "notify-xterm", .yesNo, "no", in: .news, "Whether the news becomes the title of the terminal's window.")
    package static let notifyScreen = Setting(
        "notify-screen", .yesNo, "no", in: .news, "Whether GNU screen shows the news as a message.")
    package static let notifyAlways = Setting(
        "notify-always", .yesNo, "no", in: .news, "Whether a refresh that has brought nothing is told of, too.")
    package static let notifyFormat = Setting(
        "notify-format", .format(letters: "dDnf"), "%d new, %n unread", in: .news,
        "The news: %d stands for the number of new items, %D for that of the feeds that have some, %n for the unread items and %f for the feeds with such; empty to be told by rules alone (on new FILTER do notify)."
    )
}

// Keys and colours.
extension Setting {
    private static let look = [keys, theme, ascii, mouse]

    package static let keys = Setting(
        "keys", .choice(["lede", "newsboat"]), "lede", in: .look,
        "The keys to begin with: lede's own, or newsboat's as far as lede does the same.")
    package static let theme = Setting(
        "theme", .text, "auto", in: .look,
        "The colours to begin with: 16, dark, light, mono, contrast, or a file of yours in the folder “themes” beside the config file; auto takes dark or light by what is behind the terminal's text, where it tells, and else 16. Dark and light are for 256 colours, and where there are fewer 16 is taken."
    )
    package static let ascii = Setting(
        "ascii", .yesNo, "no", in: .look,
        "Whether the screen keeps to ASCII. Where the terminal or the locale can't do better, it does so by itself.")
    package static let mouse = Setting(
        "mouse", .yesNo, "yes", in: .look,
        "Whether the mouse moves the cursor and opens things; if not, it marks text as in a shell, which else it does with Shift held down."
    )
}
