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
