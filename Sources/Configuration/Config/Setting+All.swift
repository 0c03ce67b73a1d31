// Every setting has an effect. Don't add one that nothing uses.
extension Setting {
    package static let all =
        refreshing + network + syncing + keeping + pages + episodes + lists + articles + programs + news + look
}

// Refreshing.
extension Setting {
    private static let refreshing = [
        autoReload, reloadTime, refreshOnStartup, refreshOnResume, shortestInterval, longestInterval
    ]

    package static let autoReload = Setting(
        "auto-reload", .yesNo, "yes", in: .refreshing,
        "Fetch feeds when they are due: when lede opens, while it is open, and when the machine wakes up.")
    package static let reloadTime = Setting(
        "reload-time", .number(1...10_080), "15", in: .refreshing,
        "Minimum minutes between automatic refreshes while lede is open.")
    package static let refreshOnStartup = Setting(
        "refresh-on-startup", .yesNo, "no", in: .refreshing,
        "Fetch due feeds when lede opens, even with “auto-reload no”.")
    package static let refreshOnResume = Setting(
        "refresh-on-resume", .yesNo, "no", in: .refreshing,
        "Fetch due feeds when the machine wakes up while lede is open, even with “auto-reload no”.")
    package static let shortestInterval = Setting(
        "shortest-interval", .number(1...10_080), "30", in: .refreshing,
        "Minimum minutes until a feed is due again, whatever its server says.")
    package static let longestInterval = Setting(
        "longest-interval", .number(1...525_600), "1440", in: .refreshing,
        "Maximum minutes until a feed is due again, unless its server asks lede to wait.")
}

// Network.
extension Setting {
    private static let network = [
        userAgent, maxTransfers, transfersPerHost, downloadTimeout, commandTimeout, useProxy, proxy, proxyAuth,
        cookieCache, netrcFile
    ]

    package static let userAgent = Setting(
        "user-agent", .text, "", in: .network,
        "Name that lede sends to servers; empty for its own name and version.")
    package static let maxTransfers = Setting(
        "max-transfers", .number(1...1000), "256", in: .network, "Number of feeds fetched at the same time.")
    package static let transfersPerHost = Setting(
        "transfers-per-host", .number(1...64), "2", in: .network,
        "Number of feeds fetched from one server at the same time.")
    package static let downloadTimeout = Setting(
        "download-timeout", .number(1...3600), "90", in: .network,
        "Maximum seconds for fetching one feed.")
    package static let commandTimeout = Setting(
        "command-timeout", .number(1...3600), "30", in: .network,
        "Maximum seconds for a command that makes a feed (exec:) or changes one (filter:).")
    package static let useProxy = Setting(
        "use-proxy", .yesNo, "yes", in: .network, "Use the proxy set with “proxy”.")
    package static let proxy = Setting(
        "proxy", .text, "", in: .network,
        "Proxy for all feeds, such as socks5://127.0.0.1:9050, or none; empty for http_proxy, https_proxy and no_proxy from the environment."
    )
    package static let proxyAuth = Setting(
        "proxy-auth", .text, "", in: .network,
        "User name and password for the proxy, separated by a colon.")
    package static let cookieCache = Setting(
        "cookie-cache", .text, "", in: .network,
        "File of cookies to send to servers, in Netscape format, as newsboat and browser extensions write it. lede never changes it."
    )
    package static let netrcFile = Setting(
        "netrc-file", .text, "", in: .network,
        "File in netrc format with user names and passwords, for feeds that have none in the urls file.")
}

// Syncing through a folder.
extension Setting {
    private static let syncing = [syncFolder, deviceName, syncSubscriptions, syncPassphraseCommand]

    package static let syncFolder = Setting(
        "sync-folder", .text, "", in: .syncing,
        "Folder that Syncthing, git, NFS or a disk carries to your other devices, for marks and subscriptions; empty for none."
    )
    package static let deviceName = Setting(
        "device-name", .text, "", in: .syncing,
        "What your other devices call this one; empty for the machine's name.")
    package static let syncSubscriptions = Setting(
        "sync-subscriptions", .choice(["yes", "no", "auto"]), "auto", in: .syncing,
        "Add, remove and change feeds as on your other devices. “auto” does so unless the urls file is a link.")
    package static let syncPassphraseCommand = Setting(
        "sync-passphrase-command", .command, "", in: .syncing,
        "Program that prints a passphrase, with which lede encrypts the folder; all devices need the same. Empty for a plain folder."
    )
}

// Keeping.
extension Setting {
    private static let keeping = [maxItems, keepArticlesDays, maxMegabytes, foldCopies]

    package static let maxItems = Setting(
        "max-items", .number(0...1_000_000), "0", in: .keeping,
        "Number of newest items to keep per feed; 0 keeps all. Further new items aren't stored. Starred and tagged items always stay."
    )
    package static let keepArticlesDays = Setting(
        "keep-articles-days", .number(0...36_500), "0", in: .keeping,
        "Number of days to keep items; 0 keeps them for ever. Older new items aren't stored. Starred and tagged items always stay."
    )
    package static let maxMegabytes = Setting(
        "max-megabytes", .number(0...1_000_000), "256", in: .keeping,
        "Megabytes of text to keep per feed; 0 keeps all. Read items are deleted first, oldest first. Items that are starred, tagged or still in the feed always stay."
    )
    package static let foldCopies = Setting(
        "fold-copies", .yesNo, "yes", in: .keeping,
        "Show an article that is in several feeds only once in lists across feeds.")
}

// Web pages.
extension Setting {
    private static let pages = [
        fullPage, cacheWhen, cacheFilter, cacheHosts, cacheAgent, cachePictures, picturesHosts, cacheSize, cacheLife
    ]

    package static let fullPage = Setting(
        "full-page", .choice(["yes", "no", "auto"]), "auto", in: .pages,
        "Show the article of an item's web page instead of the feed's text. “yes” also fetches the page when you open the item; “auto” shows it if lede has the page and it has clearly more."
    )
    package static let cacheWhen = Setting(
        "cache-when", .choice(["always", "manual"]), "manual", in: .pages,
        "Fetch the web pages of items after each refresh in the reader, to read them offline, or only with “lede preload”."
    )
    package static let cacheFilter = Setting(
        "cache-filter", .text, "", in: .pages,
        "Filter for the items whose pages “cache-when always” fetches; empty for the newest 1,000 unread items.")
    package static let cacheHosts = Setting(
        "cache-hosts", .words, "", in: .pages,
        "Hosts whose pages lede may fetch ahead or when you open an item, such as “lwn.net !ads.example”: “!” forbids a host, and a host includes its subdomains. Empty for all."
    )
    package static let cacheAgent = Setting(
        "cache-agent", .text, "", in: .pages,
        "Name that lede sends to servers of web pages and pictures; empty for that of “user-agent”.")
    package static let cachePictures = Setting(
        "cache-pictures", .choice(["yes", "small", "no"]), "yes", in: .pages,
        "Keep pictures on the disk: all, only those of at most 256 KB, or none. lede fetches ahead only pictures that it keeps."
    )
    package static let picturesHosts = Setting(
        "pictures-hosts", .words, "", in: .pages,
        "Hosts whose pictures lede may fetch, written as in “cache-hosts”. Empty for all.")
    package static let cacheSize = Setting(
        "cache-size", .number(1...100_000), "200", in: .pages,
        "Megabytes of articles from web pages and of pictures to keep. What you read longest ago goes first; what belongs to starred items, or is preloaded and still unread, last."
    )
    package static let cacheLife = Setting(
        "cache-life", .number(1...36_500), "90", in: .pages,
        "Days to keep articles from web pages, and pictures, after you last read them. Those of starred items stay.")
}

// Episodes.
extension Setting {
    private static let episodes = [
        player, downloader, podcastAutoEnqueue, podcastAutoDownload, downloadPath, downloadFilenameFormat,
        maxDownloads, downloadMegabytes, deletePlayedFiles
    ]

    package static let player = Setting(
        "player", .command, "mpv", in: .episodes,
        "Program that plays episodes. Only mpv tells lede where it is; any other gets the file or URL as its last argument."
    )
    package static let downloader = Setting(
        "downloader", .words, "youtube.com youtu.be vimeo.com soundcloud.com twitch.tv", in: .episodes,
        "Hosts whose pages play without a file, as mpv gets the sound and picture from yt-dlp, written as in “cache-hosts”. Empty for none."
    )
    package static let podcastAutoEnqueue = Setting(
        "podcast-auto-enqueue", .yesNo, "no", in: .episodes,
        "Queue new items that have an audio or video file, except those of feeds with “#: enqueue no”.")
    package static let podcastAutoDownload = Setting(
        "podcast-auto-download", .yesNo, "no", in: .episodes,
        "Download all episodes of the queue: while lede is open, and when “lede download” runs.")
    package static let downloadPath = Setting(
        "download-path", .text, "~/Podcasts", in: .episodes,
        "Folder of downloaded episodes. lede creates it, but not the folders above it.")
    package static let downloadFilenameFormat = Setting(
        "download-filename-format", .format(letters: "nhuFmbdHMSyYteN"), "%n - %F - %t%?e?.%e&?", in: .episodes,
        "Names of downloaded files, in newsboat's notation: %n is the feed, %t the title, %u the name in the URL and %e its ending, %h the server, and %F the date, or parts of it as in strftime(3): %Y %y %m %b %d %H %M %S."
    )
    package static let maxDownloads = Setting(
        "max-downloads", .number(1...16), "3", in: .episodes,
        "Number of episodes downloaded at the same time, each from another server.")
    package static let downloadMegabytes = Setting(
        "download-megabytes", .number(0...10_000_000), "0", in: .episodes,
        "Megabytes that downloaded episodes may take up; 0 for no limit. Files of heard episodes are deleted first, those heard longest ago before others; if that isn't enough, lede downloads no more."
    )
    package static let deletePlayedFiles = Setting(
        "delete-played-files", .yesNo, "no", in: .episodes,
        "Delete the files of episodes that you have heard. Undo brings them back.")
}

// Lists.
extension Setting {
    private static let lists = [
        resume, panes, preview, groupFeeds, listFeedsOnce, showReadFeeds, feedSortOrder, articleSortOrder,
        showReadArticles,
        gotoFirstUnread,
        gotoNextFeed, datetimeFormat, scrolloff, wrapScroll, markAsReadOnHover, toggleItemReadJumpsToNext,
        toggleItemReadJumpsToNextUnread, markFeedReadJumpsToNextUnread, openBrowserJumpsToNextUnread, historyLimit,
        feedlistFormat,
        articlelistFormat
    ]

    package static let resume = Setting(
        "resume", .yesNo, "yes", in: .lists, "Start where you left off, instead of in the feed list.")
    package static let panes = Setting(
        "panes", .yesNo, "yes", in: .lists,
        "Show feeds, items and article side by side on a screen at least 100 columns wide.")
    package static let preview = Setting(
        "preview", .yesNo, "no", in: .lists,
        "Show the selected item beside the list, without marking it read.")
    package static let groupFeeds = Setting(
        "group-feeds", .yesNo, "yes", in: .lists,
        "Show feeds in their groups, and feeds without a group under their tags.")
    package static let listFeedsOnce = Setting(
        "list-feeds-once", .yesNo, "no", in: .lists,
        "List a feed with several tags and no group once, under its first tag in the urls file.")
    package static let showReadFeeds = Setting(
        "show-read-feeds", .yesNo, "yes", in: .lists, "Show feeds without unread items.")
    package static let feedlistFormat = Setting(
        "feedlist-format", .format(letters: "inStTuUcdlL"), "", in: .lists,
        "Format of the rows in the feed list, in newsboat's notation; empty for lede's own rows.")
    package static let articlelistFormat = Setting(
        "articlelist-format", .format(letters: "ifndDFLtTaeo"), "", in: .lists,
        "Format of the rows in item lists, in newsboat's notation; empty for lede's own rows.")
    package static let articleSortOrder = Setting(
        "article-sort-order",
        .choice([
            "newest", "oldest", "unread", "feed", "title", "title-desc", "author", "author-desc", "flags", "flags-desc",
            "link", "link-desc", "guid", "guid-desc", "random"
        ]), "newest", in: .lists,
        "Order of item lists: newest, oldest or unread first, by feed, title, author, tags (flags), link or the feed's item id (guid), or random. “feed” shows the newest items first in each feed; “-desc” sorts from Z to A. Items without tags come before A, as in newsboat.",
        synonyms: [
            "date": "oldest", "date-desc": "oldest", "date-asc": "newest", "title-asc": "title", "author-asc": "author",
            "flags-asc": "flags", "link-asc": "link", "guid-asc": "guid", "random-asc": "random",
            "random-desc": "random"
        ])
    package static let showReadArticles = Setting(
        "show-read-articles", .yesNo, "yes", in: .lists, "Show read items in item lists.")
    package static let feedSortOrder = Setting(
        "feed-sort-order",
        .choice([
            "none", "none-asc", "firsttag", "firsttag-asc", "title", "title-asc", "unread", "unread-asc", "total",
            "total-asc", "latest", "latest-asc", "latestunread", "latestunread-asc"
        ]), "none", in: .lists,
        "Order of feeds in their groups: as in the urls file (none), by first tag, by title from A to Z, or with the most unread items, the most items, the newest item (latest) or the newest unread item (latestunread) first. “-asc” reverses each.",
        synonyms: [
            "none-desc": "none", "firsttag-desc": "firsttag", "title-desc": "title", "unreadarticlecount": "unread-asc",
            "unreadarticlecount-desc": "unread-asc", "unreadarticlecount-asc": "unread", "articlecount": "total-asc",
            "articlecount-desc": "total-asc", "articlecount-asc": "total", "lastupdated": "latest",
            "lastupdated-desc": "latest", "lastupdated-asc": "latest-asc", "latestunread-desc": "latestunread"
        ])
    package static let gotoFirstUnread = Setting(
        "goto-first-unread", .yesNo, "yes", in: .lists, "Start a list on its first unread item.")
    package static let datetimeFormat = Setting(
        "datetime-format", .text, "", in: .lists,
        "Format of item dates, as in strftime(3), with %L for “5 days ago”; empty for their age.")
    package static let scrolloff = Setting(
        "scrolloff", .number(0...1000), "0", in: .lists,
        "Number of rows to keep visible above and below the cursor; a large number keeps the cursor in the middle.")
    package static let wrapScroll = Setting(
        "wrap-scroll", .yesNo, "no", in: .lists,
        "Move the cursor from the end of a list to its beginning, and back.")
    package static let markAsReadOnHover = Setting(
        "mark-as-read-on-hover", .yesNo, "no", in: .lists, "Mark an item read when the cursor moves to it.")
    package static let toggleItemReadJumpsToNext = Setting(
        "toggleitemread-jumps-to-next", .yesNo, "yes", in: .lists,
        "Move to the next item after marking one read or unread.")
    package static let historyLimit = Setting(
        "history-limit", .number(0...10_000), "100", in: .lists,
        "Number of lines to remember for each prompt; 0 remembers none.")
    package static let toggleItemReadJumpsToNextUnread = Setting(
        "toggleitemread-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Move to the next unread item after marking one read or unread.")
    package static let gotoNextFeed = Setting(
        "goto-next-feed", .yesNo, "yes", in: .lists,
        "When going to the next unread item, continue in the next feed if necessary.")
    package static let markFeedReadJumpsToNextUnread = Setting(
        "markfeedread-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Move to the next feed with unread items after marking a feed read.")
    package static let openBrowserJumpsToNextUnread = Setting(
        "openbrowser-and-mark-jumps-to-next-unread", .yesNo, "no", in: .lists,
        "Move to the next unread item after opening an item in the browser and marking it read.")
}

// Articles.
extension Setting {
    private static let articles = [textWidth, pictures, savePath]

    package static let textWidth = Setting(
        "text-width", .number(0...1000), "80", in: .articles,
        "Maximum line length of articles, in cells; 0 uses the whole width of the screen.")
    package static let pictures = Setting(
        "pictures", .choice(PictureWay.allCases.map(\.rawValue)), "auto", in: .articles,
        "How the terminal shows pictures: as kitty does, as sixels, as iTerm2 does, as coloured blocks, or not at all. “auto” asks the terminal. Without colours, and with “ascii yes”, lede shows no pictures."
    )
    package static let savePath = Setting(
        "save-path", .text, "~/", in: .articles, "Folder suggested for saving articles.")
}

// Programs.
extension Setting {
    private static let programs = [browser, maxBrowserTabs, bookmarkCmd, bookmarkInteractive, bookmarkAutopilot]

    package static let browser = Setting(
        "browser", .command, "", in: .programs,
        "Program that opens links, with %u for the URL; empty for the program in $BROWSER, otherwise xdg-open.")
    package static let maxBrowserTabs = Setting(
        "max-browser-tabs", .number(1...100), "10", in: .programs,
        "Maximum number of pages that “open all unread” opens.")
    package static let bookmarkCmd = Setting(
        "bookmark-cmd", .command, "", in: .programs,
        "Program that saves bookmarks. Its last arguments are the URL, title, description and feed title. lede shows its output as an error."
    )
    package static let bookmarkInteractive = Setting(
        "bookmark-interactive", .yesNo, "no", in: .programs,
        "Give bookmark-cmd the terminal while it runs, so it can ask for more.")
    package static let bookmarkAutopilot = Setting(
        "bookmark-autopilot", .yesNo, "no", in: .programs,
        "Save bookmarks without asking for details first.")
}

// Telling of news.
extension Setting {
    private static let news = [notifyProgram, notifyBeep, notifyXterm, notifyScreen, notifyAlways, notifyFormat]

    package static let notifyProgram = Setting(
        "notify-program", .command, "", in: .news,
        "Program to run after a refresh with new items, with the message as its last argument, such as notify-send. “lede refresh” runs it too."
    )
    package static let notifyBeep = Setting(
        "notify-beep", .yesNo, "no", in: .news, "Ring the terminal's bell for new items.")
    package static let notifyXterm = Setting(
        "notify-xterm", .yesNo, "no", in: .news, "Show the message as the title of the terminal window.")
    package static let notifyScreen = Setting(
        "notify-screen", .yesNo, "no", in: .news, "Show the message in GNU screen.")
    package static let notifyAlways = Setting(
        "notify-always", .yesNo, "no", in: .news, "Also notify after a refresh without new items.")
    package static let notifyFormat = Setting(
        "notify-format", .format(letters: "dDnf"), "%d new, %n unread", in: .news,
        "Notification message: %d is the number of new items, %D of feeds with new items, %n of unread items and %f of feeds with unread items. If empty, only rules notify (on new FILTER do notify)."
    )
}

// Keys and colours.
extension Setting {
    private static let look = [keys, theme, ascii, mouse]

    package static let keys = Setting(
        "keys", .choice(["lede", "newsboat"]), "lede", in: .look,
        "Keys to start with: lede's own, or newsboat's for operations that lede has.")
    package static let theme = Setting(
        "theme", .text, "auto", in: .look,
        "Colours to start with: 16, dark, light, mono, contrast, or a file in the folder “themes” beside the config file. auto uses dark or light to match the terminal's background, or 16 if the background is unknown. dark and light bring their own background if the terminal has the other. With fewer than 256 colours, 16 replaces dark and light."
    )
    package static let ascii = Setting(
        "ascii", .yesNo, "no", in: .look,
        "Use only ASCII characters on the screen. lede does so automatically if the terminal or locale can't show others."
    )
    package static let mouse = Setting(
        "mouse", .yesNo, "yes", in: .look,
        "Use the mouse to move the cursor and open things; hold Shift to select text. If no, the mouse selects text as in a shell."
    )
}
