extension NewsboatOption {
    /// All names that begin a line of newsboat's config file, except those of services.
    static let names = """
        always-display-description always-download article-sort-order articlelist-format articlelist-title-format auto-reload
        bind bind-key bookmark-autopilot bookmark-cmd bookmark-interactive browser cache-file cleanup-on-quit color
        confirm-delete-all-articles confirm-exit confirm-mark-all-feeds-read confirm-mark-feed-read cookie-cache
        datetime-format define-filter delete-played-files delete-read-articles-on-quit dialogs-title-format
        dirbrowser-title-format display-article-progress download-filename-format download-full-page download-path
        download-retries download-timeout error-log external-url-viewer feed-sort-order feedlist-format
        feedlist-title-format filebrowser-title-format goto-first-unread goto-next-feed help-title-format highlight
        highlight-article highlight-feed history-limit html-renderer http-auth-method ignore-article ignore-mode include
        itemview-title-format keep-articles-days keep-forever-if-flagged-with macro mark-as-read-on-hover
        markfeedread-jumps-to-next-unread max-browser-tabs max-download-speed max-downloads max-items notify-always
        notify-beep notify-format notify-program notify-screen notify-xterm openbrowser-and-mark-jumps-to-next-unread
        opml-url pager player podcast-auto-enqueue podlist-format prepopulate-query-feeds proxy proxy-auth
        proxy-auth-method proxy-type refresh-on-startup reload-only-visible-feeds reload-threads reload-time
        reset-unread-on-update restrict-filename run-on-startup save-path scrolloff search-highlight-colors
        searchresult-title-format selectfilter-title-format selecttag-format selecttag-title-format show-keymap-hint
        show-read-articles show-read-feeds show-title-bar ssl-verifyhost ssl-verifypeer suppress-first-reload
        swap-title-and-hints text-width toggleitemread-jumps-to-next toggleitemread-jumps-to-next-unread unbind-key
        urls-source urlview-title-format use-proxy user-agent wrap-scroll
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    /// What lede does with a line of this name, for the manual's page about newsboat's settings.
    static func fate(of name: String) -> String? {
        if let words = reason(for: name) { return words }
        if let setting = Setting.named(name) { return setting.fate }
        return ConfigCommand.named(name).map { "supported: \($0.help.beginningSmall)" }
    }
}

extension Setting {
    /// What lede does with newsboat's setting of the same name.
    fileprivate var fate: String {
        let words = "supported: \(help.beginningSmall)"
        return newsboatValues.map { "\(words); \($0)" } ?? words
    }
}

extension String {
    /// The text as it continues after a colon, without its full stop.
    fileprivate var beginningSmall: String {
        prefix(1).lowercased() + dropFirst().dropLast(hasSuffix(".") ? 1 : 0)
    }
}
