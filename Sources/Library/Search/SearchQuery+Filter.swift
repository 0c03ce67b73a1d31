/// A condition of a search as it was typed: a date that is told by its age stays one.
struct TypedCondition: Equatable, Sendable {
    let key: SearchConditions.Key
    let value: String
    let isExcluded: Bool
}

// A search in the words of filters, which ask for the same in a language of their own.
extension SearchQuery {
    /// The filter that is true of what is found.
    package var filterText: String {
        let words = clauses.map { clause in
            Self.anyOf(clause.map { $0.filterText(isAlone: clause.count == 1) })
        }
        let others = excluded.map { "-" + $0.filterText(isAlone: false) }
        // Of several feeds any will do.
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
    /// A beginning of a letter or two stands for titles where nothing else would do, and is a word among others.
    fileprivate func filterText(isAlone: Bool) -> String {
        let goesOn = isPrefix && (isAlone || titlePrefix == nil)
        return "\(column.map { "\($0):" } ?? "")\(Filter.word(text, isPrefix: goesOn))"
    }
}

extension Filter {
    /// A word or phrase as filters have it, in quotation marks where it needs them.
    fileprivate static func word(_ text: String, isPrefix: Bool) -> String {
        // None of these is part of a word, and each would mean something in a filter.
        let plain = String(String(text.map { "\"\\*".contains($0) ? " " : $0 }).trimmingSpaces)
        return quoted(plain, isPrefix ? "*" : "")
    }

    /// What a condition asks for: it ends in no backslash, which would take in the quotation mark behind it.
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
