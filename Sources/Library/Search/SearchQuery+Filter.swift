/// A condition of a search as it was typed: an age stays an age.
struct TypedCondition: Equatable, Sendable {
    let key: SearchConditions.Key
    let value: String
    let isExcluded: Bool
}

// A search as a filter, which expresses the same in its own language.
extension SearchQuery {
    /// The filter that matches the same items.
    package var filterText: String {
        let words = clauses.map { clause in
            Self.anyOf(clause.map { $0.filterText(isAlone: clause.count == 1) })
        }
        let others = excluded.map { "-" + $0.filterText(isAlone: false) }
        // Any of several feeds matches.
        let feeds = typedConditions.filter { $0.key == .feed && !$0.isExcluded }.map(\.filterText)
        let rest = typedConditions.filter { $0.key != .feed || $0.isExcluded }.map(\.filterText)
        return (words + others + (feeds.isEmpty ? [] : [Self.anyOf(feeds)]) + rest).joined(separator: " ")
    }

    private static func anyOf(_ tests: [String]) -> String {
        tests.count == 1 ? tests[0] : "(\(tests.joined(separator: " or ")))"
    }
}

extension TypedCondition {
    fileprivate var filterText: String {
        "\(isExcluded ? "-" : "")\(key.rawValue):\(Filter.value(value))"
    }
}

extension SearchTerm {
    /// A prefix of one or two letters means titles if it is the only condition, and otherwise is a whole word.
    fileprivate func filterText(isAlone: Bool) -> String {
        let goesOn = isPrefix && (isAlone || titlePrefix == nil)
        return "\(column.map { "\($0):" } ?? "")\(Filter.word(text, isPrefix: goesOn))"
    }
}

extension Filter {
    /// A word or phrase in a filter, quoted if necessary.
    fileprivate static func word(_ text: String, isPrefix: Bool) -> String {
        // None of these is part of a word, and each has a meaning in a filter.
        let plain = String(String(text.map { "\"\\*".contains($0) ? " " : $0 }).trimmingSpaces)
        return quoted(plain, isPrefix ? "*" : "")
    }

    /// A condition's value: it must not end in a backslash, which would escape the quotation mark.
    fileprivate static func value(_ text: String) -> String {
        var text = text
        while text.last == "\\" { text.removeLast() }
        return quoted(text, "")
    }

    private static func quoted(_ text: String, _ end: String) -> String {
        let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && text.first != "-"
        return isWord && !["and", "or", "not", "between"].contains(text.lowercased())
            ? text + end : "\"\(text)\(end)\""
    }
}
