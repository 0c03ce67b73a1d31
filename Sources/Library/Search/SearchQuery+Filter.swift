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
        let words = clauses.map { Self.anyOf($0.map(\.filterText)) } + excluded.map { "-" + $0.filterText }
        // Of several feeds any will do.
        let feeds = typedConditions.filter { $0.key == .feed && !$0.isExcluded }.map(\.filterText)
        let rest = typedConditions.filter { $0.key != .feed || $0.isExcluded }.map(\.filterText)
        return (words + (feeds.isEmpty ? [] : [Self.anyOf(feeds)]) + rest).joined(separator: " ")
    }

    private static func anyOf(_ tests: [String]) -> String {
        tests.count == 1 ? tests[0] : "(\(tests.joined(separator: " or ")))"
    }
}

extension TypedCondition {
    fileprivate var filterText: String {
        "\(isExcluded ? "-" : "")\(key.rawValue):\(Filter.word(value, isPrefix: false))"
    }
}

extension SearchTerm {
    fileprivate var filterText: String {
        "\(column.map { "\($0):" } ?? "")\(Filter.word(text, isPrefix: isPrefix))"
    }
}

extension Filter {
    /// A word or phrase as filters have it, in quotation marks where it needs them.
    fileprivate static func word(_ text: String, isPrefix: Bool) -> String {
        // None of these is part of a word, and each would mean something in a filter.
        let plain = String(String(text.map { "\"\\*".contains($0) ? " " : $0 }).trimmingSpaces)
        let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && plain.first != "-"
        let word = plain + (isPrefix ? "*" : "")
        return isWord && !["and", "or", "not", "between"].contains(plain.lowercased()) ? word : "\"\(word)\""
    }
}
