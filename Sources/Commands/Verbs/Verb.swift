/// The declaration of a command. Parsing, help, manual page and completion use it.
struct Verb: Sendable {
    /// One word, or two for a command with several parts: “import opml”.
    let name: String
    var operands: Operands = ""
    /// What it does, in one line.
    let summary: String
    /// Further explanations, in paragraphs.
    var details: [String] = []
    var options: [Option] = []
    var examples: [Example] = []
    /// Exit codes with another meaning than usual.
    var exits: [Exit] = []
    /// Whether a word with one dash that is no known option is an operand.
    var takesDashedWords = false
    /// Runs the command, and returns the exit code.
    let run: @Sendable (Arguments) throws -> Int32

    struct Option: Sendable {
        let name: String
        /// Other names of one letter that people try.
        var letters: [String] = []
        /// The placeholder for the option's value; nil if the option has none.
        var value: String?
        let meaning: String

        func isCalled(_ word: String) -> Bool { word == name || letters.contains(word) }
    }

    struct Example: Sendable {
        /// The line to type, without a leading “lede”.
        let line: String
        let meaning: String
    }

    struct Exit: Sendable {
        let code: Int32
        let meaning: String
    }

    /// Commands that are listed together.
    struct Group: Sendable {
        let title: String
        let verbs: [Verb]
    }

    static let groups: [Group] = [
        Group(title: "Items", verbs: [items, search, show, unread, preload, cache, cacheClear]),
        Group(
            title: "Marks",
            verbs: [markRead, markUnread, markStarred, markUnstarred, undo, redo, history, rulesPreview]),
        Group(
            title: "Feeds",
            verbs: [
                refresh, sync, syncLogin, feeds, add, remove, rename, tag, tagRename, move, importFeeds, exportOPML,
                importNewsboat, importNewsraft, importSfeed
            ]),
        Group(title: "Library", verbs: [stats, doctor, exportJSON, backup, restore]),
        Group(title: "Tools", verbs: [configCheck, configShow, configEdit, parse, extract, render, manual, help])
    ]

    /// Every command that is listed.
    static let all: [Verb] = groups.flatMap(\.verbs)

    /// Those that only programs use.
    static let unlisted = [complete]

    /// Options that work with every command, and without one.
    static let commonOptions = [
        Option(name: "--config-dir", value: "DIR", meaning: "folder of the urls and config files"),
        Option(name: "--data-dir", value: "DIR", meaning: "folder of the library"),
        Option(name: "--help", letters: ["-h"], meaning: "show help")
    ]

    static let commonExits = [
        Exit(code: 0, meaning: "success"),
        Exit(code: 1, meaning: "failure, explained on standard error"),
        Exit(code: 2, meaning: "invalid command line")
    ]

    /// All options that the command understands.
    var allOptions: [Option] { options + Self.commonOptions }

    /// The meanings of its exit codes.
    var allExits: [Exit] {
        Self.commonExits.map { common in exits.first { $0.code == common.code } ?? common }
            + exits.filter { exit in !Self.commonExits.contains { $0.code == exit.code } }
    }
}
