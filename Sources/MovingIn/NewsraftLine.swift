package import Configuration
import URLs

/// A line of newsraft's config file, parsed like newsraft does: statements separated by semicolons, except that `bind`
/// takes the rest of the line.
struct NewsraftLine {
    enum Statement: Equatable {
        case setting(String, value: String)
        /// The actions of a key; none if it is unbound.
        case key(String, actions: [Action])
    }

    struct Action: Equatable {
        let name: String
        let argument: String
    }

    /// Something that lede can't express.
    struct Foreign: Error, Equatable {
        let reason: String
    }

    private(set) var statements: [Statement] = []
    private let text: String

    init(_ text: String) {
        self.text = text
        var rest = text[...]
        var key: (name: String, actions: [Action])?
        while let word = Self.word(in: &rest) {
            if word == "bind" || word == "unbind" {
                if let key { statements.append(.key(key.name, actions: key.actions)) }
                key = Self.word(in: &rest).map { ($0, []) }
            } else if key != nil, NewsraftSetting.named(word) == nil {
                key?.actions.append(Action(name: word, argument: Self.value(in: &rest)))
            } else if word != "set" {
                statements.append(.setting(word, value: Self.value(in: &rest)))
            }
        }
        if let key { statements.append(.key(key.name, actions: key.actions)) }
    }

    /// The line in lede's form, or the line itself if it has no meaning, like a comment.
    var ours: [String] {
        get throws(Foreign) {
            if statements.isEmpty { return [text] }
            var lines: [String] = []
            for statement in statements {
                switch statement {
                case .setting(let name, let value): lines += try NewsraftSetting.lines(for: name, value)
                case .key(let name, let actions): lines.append(try NewsraftKey.line(for: name, actions))
                }
            }
            return lines
        }
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Returns the next word, possibly in either kind of quotation marks; nil at the end or before a comment.
    private static func word(in rest: inout Substring) -> String? {
        rest = rest.drop { isSpace($0) || $0 == ";" }
        guard let first = rest.first, first != "#" else { return nil }
        return token(in: &rest) { isSpace($0) || $0 == ";" }
    }

    /// Returns everything up to the next semicolon outside quotation marks.
    private static func value(in rest: inout Substring) -> String {
        rest = rest.drop(while: isSpace)
        return token(in: &rest) { $0 == ";" }
    }

    private static func token(in rest: inout Substring, endsAt isEnd: (Character) -> Bool) -> String {
        guard let mark = rest.first, mark == "\"" || mark == "'" else {
            let word = rest.prefix { !isEnd($0) }
            rest = rest[word.endIndex...]
            return String(word).trimmed
        }
        let word = rest.dropFirst().prefix { $0 != mark }
        rest = rest[word.endIndex...].dropFirst()
        return String(word)
    }
}

extension ImportedConfig {
    /// Imports newsraft's file, translating each line.
    package init(newsraft bytes: [UInt8]) {
        var pieces: [Piece] = []
        for (number, line) in zip(1..., Self.lines(of: bytes)) {
            var piece = Piece(number: number, theirs: [line])
            do throws(NewsraftLine.Foreign) {
                piece.ours = try NewsraftLine(line).ours
            } catch {
                piece.reason = error.reason
            }
            pieces.append(piece)
        }
        let ours = pieces.flatMap { $0.ours ?? [] }.joined(separator: "\n")
        self.init(pieces, heading: "# From newsraft's config.", config: Config(Array(ours.utf8), path: "config"))
    }
}

/// newsraft's settings and their translations.
private struct NewsraftSetting {
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

/// newsraft's keys and their translations.
private enum NewsraftKey {
    /// Returns lede's line for a key; without actions, the key does nothing.
    static func line(for key: String, _ actions: [NewsraftLine.Action]) throws(NewsraftLine.Foreign) -> String {
        let name = ConfigWord.quoted(names[key] ?? key)
        if actions.isEmpty { return "unbind-key \(name)" }
        var operations: [String] = []
        for action in actions { operations.append(try operation(for: action)) }
        return "bind \(name) everywhere \(operations.joined(separator: " ; "))"
    }

    /// Returns a shell command as a program with arguments, if it is no more than that.
    static func words(of command: String, for name: String) throws(NewsraftLine.Foreign) -> String {
        let words = CommandLineText.split(command)
        // The shell's special characters, as far as they occur in commands for keys.
        guard !words.isEmpty, !command.contains(where: { "|&;<>$`*?(){}\n".contains($0) }) else {
            throw .init(
                reason: "newsraft's \(name): this needs a shell: write sh -c '…' with $LEDE_URL instead of “%l”")
        }
        return words.map { ConfigWord.quoted(fields($0)) }.joined(separator: " ")
    }

    private static func operation(for action: NewsraftLine.Action) throws(NewsraftLine.Foreign) -> String {
        if action.name == "exec" { return "run " + (try words(of: action.argument, for: "exec")) }
        guard let operation = operations[action.name] else {
            throw .init(reason: "newsraft's \(action.name.oneLine): lede has no such operation")
        }
        return operation
    }

    /// Translates newsraft's fields of an item.
    private static func fields(_ word: String) -> String {
        let meanings: [Character: Character] = ["l": "u", "o": "t", "t": "t", "L": "F", "T": "T", "O": "T", "%": "%"]
        var text = ""
        var rest = word[...]
        while let character = rest.popFirst() {
            text.append(character)
            if character == "%", let letter = rest.first, let meaning = meanings[letter] {
                text.append(meaning)
                rest.removeFirst()
            }
        }
        return text
    }

    private static let names = [
        "enter": "ENTER", "escape": "ESC", "tab": "TAB", "space": "SPACE", "backspace": "BACKSPACE",
        "KEY_ENTER": "ENTER", "KEY_BACKSPACE": "BACKSPACE", "KEY_DELETE": "DELETE", "KEY_HOME": "HOME",
        "KEY_END": "END", "KEY_PPAGE": "PAGEUP", "KEY_NPAGE": "PAGEDOWN", "KEY_UP": "UP", "KEY_DOWN": "DOWN",
        "KEY_LEFT": "LEFT", "KEY_RIGHT": "RIGHT", "<": "LT", ">": "GT"
    ]

    private static let operations = [
        "select-next": "down", "select-prev": "up", "select-next-page": "pagedown", "select-prev-page": "pageup",
        "select-next-page-half": "halfpagedown", "select-prev-page-half": "halfpageup", "select-first": "home",
        "select-last": "end", "jump-to-next": "next", "jump-to-prev": "prev", "next-unread": "next-unread",
        "jump-to-next-unread": "next-unread", "prev-unread": "prev-unread", "jump-to-prev-unread": "prev-unread",
        "enter": "open", "reload": "reload", "reload-all": "reload-all", "mark-read-all": "mark-feed-read",
        "read-all": "mark-feed-read", "toggle-read": "toggle-article-read", "toggle-important": "toggle-star",
        "view-errors": "show-failures", "open-in-browser": "open-in-browser", "start-search-input": "open-search",
        "return": "quit", "navigate-back": "quit", "quit": "quit", "quit-hard": "hard-quit"
    ]
}

/// The settings of a single feed in newsraft's file of feeds, after its `<` or that of its section.
package struct NewsraftFeedSettings {
    package private(set) var options: [SetOption] = []
    /// Settings that lede lacks, with the reason.
    package private(set) var leftOut: [String] = []

    /// The most important settings come last.
    package init(_ texts: [String]) {
        for statement in texts.flatMap({ NewsraftLine($0).statements }) {
            switch statement {
            case .setting(let name, let value): apply(name, value)
            case .key: leftOut.append("lede has no keys for a single feed")
            }
        }
    }

    private mutating func apply(_ name: String, _ value: String) {
        guard let (name, value) = Self.option(name, value) else {
            return leftOut.append("lede has no setting like “\(name.oneLine)” for a single feed")
        }
        var options = FeedOptions()
        do throws(FeedOption.Refusal) {
            try FeedOption.named(name)?.set(value, in: &options)
        } catch {
            return leftOut.append(error.description)
        }
        self.options.removeAll { $0.name == name }
        self.options.append(SetOption(name: name, value: value))
    }

    private static func option(_ name: String, _ value: String) -> (name: String, value: String)? {
        switch name {
        case "reload-period": ("interval", value + "m")
        case "item-limit": ("max-items", value)
        case "download-timeout": ("timeout", value + "s")
        case "user-agent": ("user-agent", value)
        case "proxy": ("proxy", value.withScheme(orElse: "http"))
        default: nil
        }
    }
}
