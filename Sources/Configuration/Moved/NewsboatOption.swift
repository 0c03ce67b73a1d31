/// newsboat's options that lede lacks, and what it does instead.
enum NewsboatOption {
    /// Returns the message for a user of this option; nil if newsboat doesn't have it.
    static func words(about name: String) -> String? {
        let isOfService = services.contains { name.hasPrefix("\($0)-") }
        let words = reason(for: name) ?? (isOfService ? wordsOnServices : nil)
        return words.map { "newsboat's \(name): \($0)" }
    }

    /// The reason why lede lacks the option, and what it does instead.
    static func reason(for name: String) -> String? {
        single[name] ?? groups.first { $0.names.contains(name) }?.words
    }

    static let wordsOnServices = "lede has no sync with servers yet"

    static let services = [
        "feedhq", "freshrss", "inoreader", "oldreader", "newsblur", "feedbin", "ttrss", "ocnews", "miniflux"
    ]

    private static let single = [
        "reload-threads": "lede fetches many feeds at once by itself: see max-transfers",
        "suppress-first-reload": "lede fetches nothing when it is opened unless refresh-on-startup says so",
        "reload-only-visible-feeds": "R asks all feeds, and r the one that is shown",
        "prepopulate-query-feeds": "query feeds are kept up to date always, so there is nothing to prepare",
        "cleanup-on-quit": "lede keeps its library in order while it runs",
        "delete-read-articles-on-quit": "lede keeps what was read: see max-items and keep-articles-days",
        "keep-forever-if-flagged-with": "what is starred or tagged is kept in any case",
        "cache-file": "say where the library is by --data-dir or XDG_DATA_HOME",
        "error-log": "what failed is shown by E, and commands say it on standard error",
        "confirm-exit": "lede asks nothing when it is left, as nothing is lost",
        "html-renderer": "lede sets articles by itself: see text-width",
        "pager": "lede shows articles by itself: bind a key to pipe-to for another program",
        "external-url-viewer": "bind a key to pipe-to for a program that finds links",
        "download-full-page": "lede shows what feeds say, and o opens the page",
        "download-retries": "a feed that failed is asked again when it is due",
        "max-download-speed": "lede does not slow its transfers down",
        "podcast-auto-enqueue": "lede downloads no podcasts",
        "ignore-mode":
            "what ignore-article hides is stored, and “lede undo --rules” brings it back; what came in before stays until you delete it",
        "run-on-startup": "lede opens with the list of feeds"
    ]

    private static let groups: [(names: Set<String>, words: String)] = [
        (
            ["confirm-delete-all-articles", "confirm-mark-all-feeds-read", "confirm-mark-feed-read"],
            "lede asks nothing, and undoes it by u"
        ),
        (
            ["urls-source", "opml-url"],
            "lede reads its feeds from the urls file: “lede import opml FILE” takes over a list"
        ),
        (
            [
                "articlelist-title-format", "dialogs-title-format", "dirbrowser-title-format", "feedlist-title-format",
                "filebrowser-title-format", "help-title-format", "itemview-title-format", "searchresult-title-format",
                "selectfilter-title-format", "selecttag-title-format", "urlview-title-format"
            ], "lede's title line says where you are, and is not to be set"
        ),
        (
            ["selecttag-format", "podlist-format"],
            "lede lays these rows out by itself: those of feeds and items are set by feedlist-format, articlelist-format"
        ),
        (
            ["proxy-auth-method", "proxy-type"],
            "write the kind of the proxy into its address, such as socks5://127.0.0.1:9050"
        ),
        (
            ["ssl-verifyhost", "ssl-verifypeer"],
            "say “#: verify no” in the urls file, beneath the feed whose server can't be trusted"
        ),
        (["http-auth-method"], "what a feed needs is said beneath its line in the urls file"),
        (["always-download", "reset-unread-on-update"], "lede knows by itself what has changed"),
        (["restrict-filename"], "the name that is proposed for a file has nothing in it that is not harmless"),
        (
            [
                "show-keymap-hint", "show-title-bar", "swap-title-and-hints", "display-article-progress",
                "always-display-description"
            ],
            "lede shows it where there is room"
        ),
        (
            ["download-path", "download-filename-format", "max-downloads", "player", "delete-played-files"],
            "lede downloads no podcasts"
        ),
        (["search-highlight-colors"], "see highlight")
    ]
}
