import Terminal
import ViewModels

extension NewsboatOperation {
    /// The manual's page of newsboat's operations: each with newsboat's keys, lede's, and those of `keys newsboat`. At
    /// the end it lists operations that newsboat lacks.
    static func guide(newsboatKeys: KeyMap) -> String {
        let rows = all.map { one in
            let keys = one.operation.map { "\(KeyMap.standard.cell(of: $0)) | \(newsboatKeys.cell(of: $0))" }
            let theirs = one.keys.isEmpty ? "" : code(one.keys)
            return "| `\(one.name)` | \(theirs) | \(keys ?? "– | \(one.reason ?? "")") |\n"
        }
        let known = Set(all.compactMap(\.operation))
        let others = Operation.allCases.filter { !known.contains($0) }.map { operation in
            "| `\(operation.rawValue)` | \(operation.explanation) | \(KeyMap.standard.cell(of: operation)) "
                + "| \(newsboatKeys.cell(of: operation)) |\n"
        }
        return """
            # newsboat's operations

            Each of newsboat's operations, with newsboat's key, lede's own key, and lede's key with `keys newsboat` in the config
            file. `bind` lines use the same names as in newsboat. If a key does this on some screens only, brackets name the
            screens. With `keys newsboat`, `N` in an article marks it unread and goes back to the list, as in newsboat. lede writes
            this page from its own tables.

            | operation | newsboat | lede | `keys newsboat` |
            |---|---|---|---|
            \(rows.joined())
            ## Operations that newsboat doesn't have

            | operation | what it does | lede | `keys newsboat` |
            |---|---|---|---|
            \(others.joined())
            """
    }

    /// The text as code in a cell of a table. A bare bar would end the cell.
    static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }
}

extension KeyMap {
    /// All keys of an operation, with their places if they don't work everywhere.
    func cell(of operation: Operation) -> String {
        var places: [[Key]: [Place]] = [:]
        var order: [[Key]] = []
        for place in Place.allCases {
            for binding in bindings(in: place) where binding.action.isJust(operation) {
                if places[binding.keys] == nil { order.append(binding.keys) }
                places[binding.keys, default: []].append(place)
            }
        }
        return order.map { keys in
            let name = NewsboatOperation.code(Key.name(of: keys))
            let own = places[keys] ?? []
            // Its keys exist only in the first run.
            let others = Place.allCases.filter { place in
                place != .welcome && !own.contains(place)
                    && bindings(in: place).contains { $0.keys == keys || $0.action.isJust(operation) }
            }
            if others.isEmpty { return name }
            let (word, places) = own.count > others.count ? ("not ", others) : ("", own)
            return "\(name) (\(word)\(places.map { $0.view.plural }.joined(separator: ", ")))"
        }.joined(separator: "; ")
    }
}
