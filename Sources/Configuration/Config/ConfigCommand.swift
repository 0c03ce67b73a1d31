/// A line of the config file that sets no value but says something more: declared like the settings.
package struct ConfigCommand: Sendable {
    package let name: String
    /// What it is given, as the reference shows it.
    package let operands: String
    /// How many words it is given.
    let count: ClosedRange<Int>
    /// Whether what it is given is a language of its own, with quotation marks of its own: one word up to the line's end.
    let isRaw: Bool
    package let help: String

    private init(_ name: String, _ operands: String, _ count: ClosedRange<Int>, isRaw: Bool = false, _ help: String) {
        self.name = name
        self.operands = operands
        self.count = count
        self.isRaw = isRaw
        self.help = help
    }

    package static let all = [
        ConfigCommand(
            "include", "FILE", 1...1,
            "Reads another file at this point. A relative path starts at the folder of the file that includes it."
        ),
        ConfigCommand(
            "bind", "KEYS CONTEXT[,CONTEXT] OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 3...200,
            "Binds a key, or several keys in a row, in a context or “everywhere”."),
        ConfigCommand(
            "bind-key", "KEY OPERATION [CONTEXT]", 2...3,
            "Binds a key to one operation; everywhere, if no context is given."),
        ConfigCommand(
            "unbind-key", "KEY [CONTEXT] | -a [CONTEXT]", 1...2, "Unbinds a key, or all keys (-a)."),
        ConfigCommand(
            "macro", "KEY OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 2...200,
            "Binds the comma followed by a key to several operations, everywhere. It's short for bind."),
        ConfigCommand(
            "color", "ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE]…", 3...20, "Sets the colours of a part of the screen."),
        ConfigCommand(
            "highlight", "CONTEXT REGEX FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 3...20,
            "Colours matches of a regular expression (POSIX, ignoring case) in feedlist, articlelist, article or all."
        ),
        ConfigCommand(
            "highlight-article", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20,
            "Colours the rows of items that match a filter in quotation marks. If several lines match, the first one counts."
        ),
        ConfigCommand(
            "highlight-feed", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20,
            "Colours the rows of feeds that match a filter about feeds. If several lines match, the first one counts."
        ),
        ConfigCommand(
            "define-filter", "NAME FILTER", 2...2,
            "Names a filter, so you can choose it for a list of items."),
        ConfigCommand(
            "share", "NAME COMMAND [ARGUMENT]…", 2...50,
            "Adds a program for sharing items, which gets the terminal. Use %u, %t and the others, or $LEDE_URL, $LEDE_TITLE and so on."
        ),
        ConfigCommand(
            "on", "new FILTER do mark-read|star|tag NAME|hide|notify|run COMMAND", 1...1, isRaw: true,
            "Does something with each new item that matches a filter."),
        ConfigCommand(
            "ignore-article", "URL|*|regex:REGEX FILTER", 1...1, isRaw: true,
            "Hides each new item of these feeds that matches a filter.")
    ]

    package static func named(_ name: String) -> ConfigCommand? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
