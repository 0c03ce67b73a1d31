/// newsboat's options that lede lacks, and what it does instead.
enum NewsboatOption {
    /// Returns the message for a user of this option; nil if newsboat doesn't have it.
    static func words(about name: String) -> String? {
        let words = reason(for: name) ?? services.first { name.hasPrefix("\($0)-") }.map { reason(for: name, of: $0) }
        return words.map { "newsboat's \(name): \($0)" }
    }

    /// The reason why lede lacks the option, and what it does instead.
    static func reason(for name: String) -> String? {
        single[name] ?? groups.first { $0.names.contains(name) }?.words
    }

    static let services = [
        "feedhq", "freshrss", "inoreader", "oldreader", "newsblur", "feedbin", "ttrss", "ocnews", "miniflux"
    ]

    /// What lede does instead of a service's setting.
    private static func reason(for name: String, of service: String) -> String {
        if unknownServices.contains(service) { return wordsOnUnknownServices }
        return serviceSettings.first { name.hasSuffix($0.ending) }?.words ?? wordsOnServices
    }

    static let wordsOnServices = "lede has feed servers in the urls file: add yours with “lede sync login”"

    static let wordsOnUnknownServices = "lede doesn't speak the protocol of this service"

    static let unknownServices = ["newsblur", "feedbin"]

    private static let serviceSettings = [
        (
            ending: "-min-items",
            words: "lede gets all unread and starred items, and read ones as “history” in the urls file says"
        ),
        (ending: "-show-special-feeds", words: "lede lists starred items of all feeds above the feeds"),
        (ending: "-flag-star", words: "starring an item in lede stars it on the server"),
        (ending: "-flag-save", words: "starring an item in lede stars it on the server"),
        (ending: "-flag-share", words: "lede can't share items on the server"),
        (ending: "-flag-publish", words: "lede can't publish items on the server"),
        (ending: "-mode", words: "lede always logs in with a user name and a password")
    ]

    private static let single = [
        "reload-threads": "lede always fetches many feeds at once: see max-transfers",
        "suppress-first-reload": "when lede opens, it fetches only feeds that are due: see auto-reload",
        "reload-only-visible-feeds": "reload-all fetches all feeds, and reload the current one",
        "prepopulate-query-feeds": "saved searches are always up to date",
        "cleanup-on-quit": "lede cleans up its library while it runs",
        "delete-read-articles-on-quit": "lede keeps read items: see max-items and keep-articles-days",
        "keep-forever-if-flagged-with": "lede always keeps starred and tagged items",
        "cache-file": "set the library's folder with --data-dir or XDG_DATA_HOME",
        "error-log": "show-failures lists failures, and commands print them on standard error",
        "confirm-exit": "lede quits without asking, because nothing is lost",
        "html-renderer": "lede renders articles itself: see text-width",
        "pager": "lede shows articles itself: to use another program, bind a key to pipe-to",
        "external-url-viewer": "bind a key to “pipe-to” and a program that finds links, such as urlscan",
        "download-full-page": "use full-page, which shows the article of an item's page",
        "download-retries": "lede fetches a failed feed again when it is due",
        "max-download-speed": "lede doesn't limit its download speed",
        "podcast-auto-enqueue": "lede doesn't download podcasts",
        "ignore-mode":
            "ignore-article hides new items; an import with “ignore-mode display” hides its own, too; “lede undo --rules” shows them again",
        "run-on-startup": "lede opens with the feed list, or where you left off: see resume"
    ]

    private static let groups: [(names: Set<String>, words: String)] = [
        (
            ["confirm-delete-all-articles", "confirm-mark-all-feeds-read", "confirm-mark-feed-read"],
            "lede doesn't ask first, because “undo” reverses it"
        ),
        (["urls-source"], wordsOnServices),
        (
            ["opml-url"],
            "lede reads its feeds from the urls file: import others with “lede import opml FILE”"
        ),
        (
            [
                "articlelist-title-format", "dialogs-title-format", "dirbrowser-title-format", "feedlist-title-format",
                "filebrowser-title-format", "help-title-format", "itemview-title-format", "searchresult-title-format",
                "selectfilter-title-format", "selecttag-title-format", "urlview-title-format"
            ], "lede's title line can't be changed"
        ),
        (
            ["selecttag-format", "podlist-format"],
            "these rows can't be changed; only the rows of feeds and items can"
        ),
        (
            ["proxy-auth-method", "proxy-type"],
            "write the type of the proxy into its URL, such as socks5://127.0.0.1:9050"
        ),
        (
            ["ssl-verifyhost", "ssl-verifypeer"],
            "write “#: verify no” in the urls file, below the line of the feed with the bad certificate"
        ),
        (["http-auth-method"], "set it per feed, below the feed's line in the urls file (“#: auth”)"),
        (["always-download"], "lede detects changes itself"),
        (["reset-unread-on-update"], "an item that changes keeps its read mark"),
        (["restrict-filename"], "suggested file names contain only safe characters"),
        (
            [
                "show-keymap-hint", "show-title-bar", "display-article-progress", "always-display-description"
            ],
            "lede shows it if there is room"
        ),
        (["swap-title-and-hints"], "the title is always above, and the keys below"),
        (
            ["download-path", "download-filename-format", "max-downloads", "player", "delete-played-files"],
            "lede doesn't download podcasts"
        ),
        (["search-highlight-colors"], "see highlight")
    ]
}
