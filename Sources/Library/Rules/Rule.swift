/// What the person wants done with new items, as a line of their configuration says it: `on new FILTER do ACTION`.
package struct Rule: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case mark(Mark)
        /// Tells the person that the item is there.
        case notify
        /// Runs this command, of a shell's language, with the items.
        case run(String)
    }

    package let filter: Filter
    package let action: Action
    /// As it was typed.
    package let text: String
    /// Where it stands, for the person: `config:12`.
    package let place: String

    /// Reads what stands behind `on`: `new FILTER do mark-read`.
    package init(_ text: String, place: String) throws(FilterProblem) {
        let (event, rest) = text[...].firstWord
        guard event == "new" else { throw FilterProblem("expected “new”: rules apply to new items", column: 1) }
        let filterText = String(rest)
        let start = text.unicodeScalars.count - filterText.unicodeScalars.count
        let (filter, action) = try Self.shifted(by: start) { () throws(FilterProblem) in
            let (filter, rest) = try Filter.prefix(of: filterText, upTo: "do")
            let column = filterText.unicodeScalars.count - rest.unicodeScalars.count + 1
            return (filter, try Action(rest.trimmingSpaces, at: column))
        }
        self.init(filter, action, text: text, place: place)
    }

    /// Reads what stands behind newsboat's `ignore-article`: an address, `*` or `regex:…`, and a filter. Its items are
    /// there and hidden, so that they don't come again and can be brought back.
    package init(ignoringArticles text: String, place: String) throws(FilterProblem) {
        let (address, rest) = text[...].firstWord
        let start = text.unicodeScalars.count - rest.unicodeScalars.count
        let whole = rest.first == "\"" ? rest.firstWord.word : String(rest)
        let filter = try Self.shifted(by: start) { () throws(FilterProblem) in try Filter(whole) }
        let feeds: Filter? =
            switch address {
            case "*": nil
            case _ where address.hasPrefix("regex:"):
                try Filter(FilterAttribute.address, .matches, String(address.dropFirst("regex:".count)))
            default: try Filter(FilterAttribute.address, .equals, address)
            }
        self.init(feeds.map(filter.and) ?? filter, .mark(.deleted), text: text, place: place)
    }

    private init(_ filter: Filter, _ action: Action, text: String, place: String) {
        self.filter = filter
        self.action = action
        self.text = String(text.trimmingSpaces)
        self.place = place
    }

    /// Problems behind the beginning of a line are told with their place in all of it.
    private static func shifted<Result>(
        by start: Int, _ body: () throws(FilterProblem) -> Result
    ) throws(FilterProblem) -> Result {
        do { return try body() } catch { throw FilterProblem(error.reason, column: error.column + start) }
    }
}

extension Rule.Action {
    /// The words of the language, and whether they want another behind them.
    fileprivate init(_ text: Substring, at column: Int) throws(FilterProblem) {
        let (word, rest) = text.firstWord
        let value = rest.first == "\"" && rest.firstWord.rest.isEmpty ? rest.firstWord.word : String(rest)
        switch word {
        case "mark-read": self = .mark(.read)
        case "star": self = .mark(.starred)
        case "hide": self = .mark(.deleted)
        case "notify": self = .notify
        case "tag" where !value.isEmpty: self = .mark(.tagged(value))
        case "run" where !value.isEmpty: self = .run(value)
        case "tag", "run": throw FilterProblem("“\(word)” needs something after it", column: column)
        default:
            throw FilterProblem(
                "expected an action: mark-read, star, tag NAME, hide, notify or run COMMAND", column: column)
        }
        let wantsNothing = ["mark-read", "star", "hide", "notify"].contains(word)
        guard !wantsNothing || value.isEmpty else {
            throw FilterProblem("unexpected “\(value)” after “\(word)”", column: column)
        }
    }

    /// What it does to an item, for the person who asks why.
    var done: String {
        switch self {
        case .mark(.read): "marked read"
        case .mark(.starred): "starred"
        case .mark(.tagged(let tag)): "tagged “\(tag)”"
        case .mark: "hidden"
        case .notify: "reported"
        case .run: "passed to a command"
        }
    }
}

extension Substring {
    /// The first word, in quotation marks or not, and what stands behind it and the spaces there.
    fileprivate var firstWord: (word: String, rest: Substring) {
        let text = drop(while: \.isWhitespace)
        guard text.first == "\"" else {
            let word = text.prefix { !$0.isWhitespace }
            return (String(word), text[word.endIndex...].drop(while: \.isWhitespace))
        }
        var word = ""
        var index = text.index(after: text.startIndex)
        while index < text.endIndex, text[index] != "\"" {
            let next = text.index(after: index)
            if text[index] == "\\", next < text.endIndex, text[next] == "\"" || text[next] == "\\" { index = next }
            word.append(text[index])
            index = text.index(after: index)
        }
        return (word, text[index...].dropFirst().drop(while: \.isWhitespace))
    }
}
