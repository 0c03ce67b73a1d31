import Terminal
import ViewModels

/// The manual's page of keys, in the sections of the help: lede's own keys, and those of `keys newsboat`.
struct KeysReference {
    let newsboatKeys: KeyMap

    var markdown: String {
        """
        # Keys

        `?` shows the keys for the screen you are on. This page lists them all: lede's own keys, and the keys you get with
        `keys newsboat` in the [config file](config.md). `bind` changes any of them. If a key does something on some screens
        only, brackets name the screens; with `keys newsboat`, some keys work on fewer. You can type an
        operation without a key (–) after `:`, or bind it. lede writes this page from its own tables.

        ## Start here

        The first keys to know on each screen:

        | screen | key | `keys newsboat` | what it does |
        |---|---|---|---|
        \(Screen.allCases.flatMap(firstRows).joined())
        \(Operation.Topic.allCases.map(section).joined(separator: "\n"))
        ## Prompts

        | key | what it does |
        |---|---|
        | `Enter` | accept the line |
        | `Esc`, `Ctrl-C`, `Ctrl-G` | cancel |
        | `Tab`, `Shift-Tab` | complete; then show the next or previous completion |
        | `↑` `↓`, `Ctrl-P` `Ctrl-N` | go through what you typed earlier |
        | `←` `→`, `Ctrl-B` `Ctrl-F` | move by a character |
        | `Ctrl-←` `Ctrl-→`, `Alt-b` `Alt-f` | move by a word |
        | `Home` `End`, `Ctrl-A` `Ctrl-E` | go to the start or end |
        | `Backspace`, `Delete`, `Ctrl-D` | delete a character |
        | `Ctrl-W`, `Alt-d` | delete the word before or after the cursor |
        | `Ctrl-U`, `Ctrl-K` | delete everything before or after the cursor |

        ## Menus

        | key | what it does |
        |---|---|
        | `Enter` | choose the selected option |
        | letters | filter the options; a key shown beside an option chooses it at once |
        | `↑` `↓`, `Tab` `Shift-Tab`, `Ctrl-P` `Ctrl-N` | move up and down |
        | `PageUp` `PageDown`, `Home` `End` | move by a page, or to the first or last option |
        | `Esc`, `Ctrl-C`, `Ctrl-G` | cancel |

        """
    }

    private func firstRows(of screen: Screen) -> [String] {
        screen.view.firstKeys.enumerated().map { index, first in
            let keys = [KeyMap.standard, newsboatKeys].map { map in
                Self.cell(map.keyNames(of: first.operations, in: screen).map(NewsboatOperation.code))
            }
            return "| \(index == 0 ? screen.view.plural : "") | \(keys[0]) | \(keys[1]) | \(first.meaning) |\n"
        }
    }

    private func section(of topic: Operation.Topic) -> String {
        // One row covers all digits but 0.
        let operations = Operation.allCases.filter { $0.topic == topic && !Self.otherDigits.contains($0) }
        return """
            ## \(topic.name)

            | key | `keys newsboat` | operation | what it does | screens |
            |---|---|---|---|---|
            \(operations.map(row).joined())
            """
    }

    private func row(of operation: Operation) -> String {
        let isDigit = operation == .one
        let keys = [KeyMap.standard, newsboatKeys].map { map in
            let cell = map.cell(of: operation)
            return isDigit ? cell.replacing("`1`", with: "`1` to `9`") : cell.isEmpty ? "–" : cell
        }
        let name = isDigit ? "`one` to `nine`" : "`\(operation.rawValue)`"
        return "| \(keys[0]) | \(keys[1]) | \(name) | \(operation.explanation) | \(Self.screens(of: operation)) |\n"
    }

    private static let otherDigits: [Operation] = [.two, .three, .four, .five, .six, .seven, .eight, .nine]

    /// The screens where lede's own keys call the operation.
    private static func screens(of operation: Operation) -> String {
        let screens = Screen.allCases.filter { KeyMap.standard.keyName(of: operation, in: $0) != nil }
        if screens.count == Screen.allCases.count { return "all" }
        return cell(screens.map { $0.view.plural }, separator: ", ")
    }

    private static func cell(_ words: [String], separator: String = " ") -> String {
        words.isEmpty ? "–" : words.joined(separator: separator)
    }
}

extension NewsboatOperation {
    /// The manual's page of newsboat's operations: each with newsboat's keys, lede's, and those of `keys newsboat`. At
    /// the end it lists operations that newsboat lacks.
    static func guide(newsboatKeys: KeyMap) -> String {
        let rows = all.map { one in
            let keys = one.operation.map { "\(KeyMap.standard.cell(of: $0)) | \(newsboatKeys.cell(of: $0))" }
            let theirs = one.keys.isEmpty ? "" : code(one.keys)
            return "| `\(one.name)` | \(theirs) | \(keys ?? "– | \(one.reason ?? "")") |\n"
        }
        let known = Set(all.compactMap(\.operation))
        let others = Operation.allCases.filter { !known.contains($0) }.map { operation in
            "| `\(operation.rawValue)` | \(operation.explanation) | \(KeyMap.standard.cell(of: operation)) "
                + "| \(newsboatKeys.cell(of: operation)) |\n"
        }
        return """
            # newsboat's operations

            Each of newsboat's operations, with newsboat's key, lede's own key, and lede's key with `keys newsboat` in the config
            file. `bind` lines use the same names as in newsboat. If a key does this on some screens only, brackets name the
            screens. With `keys newsboat`, `N` in an article marks it unread and goes back to the list, as in newsboat. lede writes
            this page from its own tables.

            | operation | newsboat | lede | `keys newsboat` |
            |---|---|---|---|
            \(rows.joined())
            ## Operations that newsboat doesn't have

            | operation | what it does | lede | `keys newsboat` |
            |---|---|---|---|
            \(others.joined())
            """
    }

    /// The text as code in a cell of a table. A bare bar would end the cell.
    static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }
}

extension KeyMap {
    /// All keys of an operation, with their screens if they don't work everywhere.
    func cell(of operation: Operation) -> String {
        var screens: [[Key]: [Screen]] = [:]
        var order: [[Key]] = []
        for screen in Screen.allCases {
            for binding in bindings(in: screen) where binding.action.isJust(operation) {
                if screens[binding.keys] == nil { order.append(binding.keys) }
                screens[binding.keys, default: []].append(screen)
            }
        }
        return order.map { keys in
            let name = NewsboatOperation.code(Key.name(of: keys))
            let own = screens[keys] ?? []
            // Its keys exist only in the first run.
            let others = Screen.allCases.filter { screen in
                screen != .welcome && !own.contains(screen)
                    && bindings(in: screen).contains { $0.keys == keys || $0.action.isJust(operation) }
            }
            if others.isEmpty { return name }
            let (word, screens) = own.count > others.count ? ("not ", others) : ("", own)
            return "\(name) (\(word)\(screens.map { $0.view.plural }.joined(separator: ", ")))"
        }.joined(separator: "; ")
    }
}
