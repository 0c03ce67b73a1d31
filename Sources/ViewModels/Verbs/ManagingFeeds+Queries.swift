import Configuration
import Library
import Signals
import Subscriptions

// Saved searches: “query:” lines of the urls file.
extension ManagingFeeds {
    /// Saves a filter as a list above the feeds.
    func save(_ filter: String, as name: String) throws {
        let name = try self.name(ofQuery: name, before: nil)
        let line = "query:\(name):\(filter)"
        change(telling: "Saved “\(name)” above the feeds (\(key(.undo)) to undo)") { file, library in
            try file.change(line, words: "save the search “\(name)”", in: library) { text in
                text.addQuery(line) ? line : nil
            }
        }
    }

    /// Asks for the name of the saved search for a filter.
    func askForName(ofQueryFor filter: Filter) {
        session.ask(
            Question(label: "Name for the saved search: ") { [weak self] in try self?.save(filter.text, as: $0) })
    }

    func rename(_ query: Query, to name: String) throws {
        let name = try self.name(ofQuery: name, before: query.name)
        let (old, new) = ("query:\(query.name):\(query.expression)", "query:\(name):\(query.expression)")
        change(telling: "Renamed to “\(name)” (\(key(.undo)) to undo)") { file, library in
            try file.change(old, words: "rename the saved search “\(query.name)”", in: library) { text in
                text.replaceQuery(old, with: new) ? new : nil
            }
        }
    }

    func remove(_ query: Query) {
        let line = "query:\(query.name):\(query.expression)"
        change(telling: "Removed “\(query.name)” (\(key(.undo)) to undo)") { file, library in
            try file.change(line, words: "remove the saved search “\(query.name)”", in: library) { text in
                text.remove(line) == nil ? nil : line
            }
        }
    }

    private func name(ofQuery text: String, before: String?) throws -> String {
        if text.contains(":") { throw PromptProblem("The name of a saved search can't contain a colon") }
        if text != before, urls.queries.contains(where: { $0.name == text }) {
            throw PromptProblem("A saved search named “\(text)” already exists")
        }
        return text
    }
}
