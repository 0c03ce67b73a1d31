/// A command of lede's, declared: its help and the reading of its command line come from here.
struct Verb: Sendable {
    struct Option: Sendable {
        let name: String
        /// What the option's value is called; nil for one that takes none.
        var value: String?
        let meaning: String
    }

    let name: String
    /// The operands, as the help shows them.
    var operands = ""
    let summary: String
    var options: [Option] = []
    /// Does the work, and returns the exit code.
    let run: @Sendable (Arguments) throws -> Int32

    static let all: [Verb] = [refresh, feeds, items, search, unread, add, importFeeds, parse, render, help]

    /// Options that may stand before and after every command, and without one.
    static let commonOptions = [
        Option(name: "--config-dir", value: "DIR", meaning: "where the urls file is"),
        Option(name: "--data-dir", value: "DIR", meaning: "where the library is"),
        Option(name: "--help", meaning: "show what a command does")
    ]

    static let json = Option(name: "--json", meaning: "print one JSON object a line")
}
