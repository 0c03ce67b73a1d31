/// newsraft's keys, and what lede says for them.
enum NewsraftKey {
    /// lede's line for a key that does this; it does nothing without any action.
    static func line(for key: String, _ actions: [NewsraftLine.Action]) throws(NewsraftLine.Foreign) -> String {
        let name = ConfigWord.quoted(names[key] ?? key)
        if actions.isEmpty { return "unbind-key \(name)" }
        var operations: [String] = []
        for action in actions { operations.append(try operation(for: action)) }
        return "bind \(name) everywhere \(operations.joined(separator: " ; "))"
    }

    /// A command for the shell as a program with its arguments, where it is no more than that.
    static func words(of command: String, for name: String) throws(NewsraftLine.Foreign) -> String {
        let words = CommandLineText.split(command)
        // What the shell makes something of, as far as it stands in commands for keys.
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

    /// What newsraft's signs for the fields of an item are here.
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
