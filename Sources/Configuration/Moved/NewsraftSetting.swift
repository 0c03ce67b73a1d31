/// newsraft's settings and their translations.
struct NewsraftSetting {
    private enum Meaning {
        /// The same setting, possibly with another name.
        case same(Setting)
        /// The look of a part of the screen.
        case look(String)
        case other(@Sendable (String) throws(NewsraftLine.Foreign) -> [String])
        /// The message for a user of this setting.
        case none(String)
    }

    private let name: String
    private let meaning: Meaning

    private init(_ name: String, _ meaning: Meaning) {
        self.name = name
        self.meaning = meaning
    }

    static func named(_ name: String) -> NewsraftSetting? { all.first { $0.name == name } }

    /// Returns lede's lines for a setting and its value; none if that is lede's default.
    static func lines(for name: String, _ value: String) throws(NewsraftLine.Foreign) -> [String] {
        guard let setting = named(name) else { throw .init(reason: "newsraft has no setting “\(name.oneLine)”") }
        switch setting.meaning {
        case .same where value == "auto": return []
        case .same(let own): return ["\(own.name) \(ConfigWord.quoted(own.nearest(to: value)))"]
        case .look(let part):
            return ["color \(part) " + value.split(separator: " ").map(Self.attribute).joined(separator: " ")]
        case .other(let lines): return try lines(value)
        case .none(let reason): throw .init(reason: "newsraft's \(name): \(reason)")
        }
    }

    private static func attribute(_ word: Substring) -> String {
        word == "underlined" ? "underline" : ConfigWord.quoted(String(word))
    }

    private static let all: [NewsraftSetting] = same + looks + others + unlike

    private static let same = [
        ("scrolloff", Setting.scrolloff), ("scrollwrap", .wrapScroll), ("pager-width", .textWidth),
        ("item-limit", .maxItems), ("list-entry-date-format", .datetimeFormat), ("proxy", .proxy),
        ("user-agent", .userAgent), ("download-timeout", .downloadTimeout),
        ("download-max-connections", .maxTransfers), ("download-max-host-connections", .transfersPerHost),
        ("mark-item-read-on-hover", .markAsReadOnHover)
    ].map { NewsraftSetting($0.0, .same($0.1)) }

    private static let looks = [
        ("color-status", "hint-description"), ("color-status-info", "info"), ("color-status-fail", "problem"),
        ("color-list-item", "listnormal"), ("color-list-item-selected", "listfocus"),
        ("color-list-item-unread", "listnormal_unread")
    ].map { NewsraftSetting($0.0, .look($0.1)) }

    private static let others = [
        NewsraftSetting(
            "reload-period",
            .other { $0 == "0" ? ["auto-reload no"] : ["auto-reload yes", "reload-time \($0.oneLine)"] }),
        NewsraftSetting(
            "menu-item-sorting",
            .other { value throws(NewsraftLine.Foreign) in
                let orders = [
                    "time-desc": "newest", "time-publication-desc": "newest", "time-asc": "oldest",
                    "time-publication-asc": "oldest", "unread-desc": "unread", "alphabet-asc": "title",
                    "alphabet-desc": "title-desc"
                ]
                guard let order = orders[value] else {
                    throw .init(reason: "newsraft's menu-item-sorting: lede has no such order")
                }
                return ["article-sort-order \(order)"]
            }),
        NewsraftSetting(
            "open-in-browser-command",
            .other { value throws(NewsraftLine.Foreign) in
                if value == "auto" { return [] }
                return ["browser \(try NewsraftKey.words(of: value, for: "open-in-browser-command"))"]
            }),
        NewsraftSetting(
            "read-on-arrival", .other { $0 == "false" ? [] : ["on new title =~ \"^\" do mark-read"] }),
        NewsraftSetting("global-section-name", .other { _ in [] }),
        NewsraftSetting("respect-ttl-element", .other { _ in [] }),
        NewsraftSetting("respect-expires-header", .other { _ in [] }),
        NewsraftSetting("menu-responsiveness", .other { _ in [] })
    ]

    private static let unlike = [
        (["item-rule"], "write it as a rule: on new FILTER do hide"),
        (["item-limit-unread", "item-limit-important"], "lede keeps starred and tagged items, even beyond max-items"),
        (["notification-command"], "see notify-program, which gets the message as its last argument"),
        (["copy-to-clipboard-command"], "bind a key to “run” and a program with %u"),
        (["proxy-user", "proxy-password"], "see proxy-auth, which holds both, separated by a colon"),
        (["download-speed-limit"], "lede doesn't limit its download speed"),
        (["suppress-errors"], "only show-failures lists failures"),
        (["mark-item-unread-on-change"], "lede keeps changed items read"),
        (
            ["send-if-none-match-header", "send-if-modified-since-header"],
            "lede always sends these headers"
        ),
        (
            ["database-batch-transactions", "database-analyze-on-startup", "database-clean-on-startup"],
            "lede cleans up its library while it runs"
        ),
        (["menu-feed-sorting", "menu-section-sorting"], "feeds are in the order of the urls file"),
        (
            [
                "color-list-item-important", "color-list-feed", "color-list-feed-selected", "color-list-feed-unread",
                "color-list-feed-failed", "color-list-section", "color-list-section-selected",
                "color-list-section-unread", "color-list-section-failed"
            ], "lede colours all lists alike: see color and highlight"
        ),
        (
            [
                "pager-centering", "status-placeholder", "status-show-menu-path", "item-content-format",
                "item-content-date-format", "item-content-link-format", "menu-section-entry-format",
                "menu-feed-entry-format", "menu-item-entry-format", "menu-explore-item-entry-format",
                "global-section-hide", "sections-menu-paramount-explore", "feeds-menu-paramount-explore"
            ], "lede's layout can't be changed"
        ),
        (["ignore-no-color"], "lede always respects NO_COLOR")
    ].flatMap { names, reason in names.map { NewsraftSetting($0, .none(reason)) } }
}

extension Setting {
    /// Returns the value; a number outside lede's range becomes the nearest one inside.
    fileprivate func nearest(to value: String) -> String {
        // A switch without a value is on.
        if kind == .yesNo, value.isEmpty { return "yes" }
        // Text after a number is ignored.
        guard case .number(let range) = kind, let number = Int(value.prefix { $0 != " " }) else { return value }
        return "\(min(max(number, range.lowerBound), range.upperBound))"
    }
}
