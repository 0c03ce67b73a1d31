/// A command of the config file, which isn't a setting. Commands are declared like settings.
package struct ConfigCommand: Sendable {
    package let name: String
    /// The operands, as the reference shows them.
    package let operands: String
    /// The number of operands.
    let count: ClosedRange<Int>
    /// Whether the operands have their own syntax and quotation marks: then they are one word up to the end of the
    /// line.
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
            "Reads another file, as if its lines stood here. Its path is taken from the folder of the file that names it."
        ),
        ConfigCommand(
            "bind", "KEYS PLACE[,PLACE] OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 3...200,
            "Lets keys that are pressed one after the other do something in a place, or “everywhere”."),
        ConfigCommand(
            "bind-key", "KEY OPERATION [PLACE]", 2...3, "Lets a key do one thing; without a place everywhere."),
        ConfigCommand(
            "unbind-key", "KEY [PLACE] | -a [PLACE]", 1...2, "Takes what a key does away from it, or from all keys."),
        ConfigCommand(
            "macro", "KEY OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 2...200,
            "Lets the comma and then a key do several things, everywhere: short for bind."),
        ConfigCommand(
            "color", "ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE]…", 3...20, "Says what a part of the screen looks like."),
        ConfigCommand(
            "highlight", "PLACE REGEX FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 3...20,
            "Colours what a regular expression (POSIX, whatever the case) finds in feedlist, articlelist, article or all."
        ),
        ConfigCommand(
            "highlight-article", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20,
            "Colours the rows of items that a filter is true of; of several lines the first one counts. The filter stands in quotation marks."
        ),
        ConfigCommand(
            "highlight-feed", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20,
            "Colours the rows of feeds that a filter is true of, which asks of feeds alone; of several lines the first one counts."
        ),
        ConfigCommand(
            "define-filter", "NAME FILTER", 2...2,
            "Gives a filter a name, by which it can be chosen for a list of items."),
        ConfigCommand(
            "share", "NAME COMMAND [ARGUMENT]…", 2...50,
            "A program that items are shared with, which is given the terminal: %u, %t and the like stand for what is shown, also in $LEDE_URL, $LEDE_TITLE and so on."
        ),
        ConfigCommand(
            "on", "new FILTER do mark-read|star|tag NAME|hide|notify|run COMMAND", 1...1, isRaw: true,
            "Does something with each item that comes in new and that a filter is true of."),
        ConfigCommand(
            "ignore-article", "ADDRESS|*|regex:REGEX FILTER", 1...1, isRaw: true,
            "Hides each item that comes in new of these feeds and that a filter is true of.")
    ]

    package static func named(_ name: String) -> ConfigCommand? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
