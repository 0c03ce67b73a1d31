import Configuration
import Library
import Signals
import Subscriptions

// Lists that keep themselves up to date: “query:” lines of the urls file.
extension ManagingFeeds {
    /// Adds a list of what a filter is true of.
    func save(_ filter: String, as name: String) throws {
        let name = try self.name(ofQuery: name, before: nil)
        let line = "query:\(name):\(filter)"
        change(telling: "“\(name)” stands above the feeds now") { file, library in
            try file.change(line, words: "save the search “\(name)”", in: library) { text in
                text.addQuery(line) ? line : nil
            }
        }
    }

    /// Asks what a list is to be called that holds what a filter is true of.
    func askForName(ofQueryFor filter: Filter) {
        session.ask(Question(label: "Name of the new list: ") { [weak self] in try self?.save(filter.text, as: $0) })
    }

    func rename(_ query: Query, to name: String) throws {
        let name = try self.name(ofQuery: name, before: query.name)
        let (old, new) = ("query:\(query.name):\(query.expression)", "query:\(name):\(query.expression)")
        change(telling: "Its name is \(name) now") { file, library in
            try file.change(old, words: "rename the saved search “\(query.name)”", in: library) { text in
                text.replaceQuery(old, with: new) ? new : nil
            }
        }
    }

    func remove(_ query: Query) {
        let line = "query:\(query.name):\(query.expression)"
        change(telling: "“\(query.name)” is removed (\(key(.undo)) brings it back)") { file, library in
            try file.change(line, words: "remove the saved search “\(query.name)”", in: library) { text in
                text.remove(line) == nil ? nil : line
            }
        }
    }

    private func name(ofQuery text: String, before: String?) throws -> String {
        if text.contains(":") { throw PromptProblem("The name of a list has no colon in it") }
        if text != before, urls.queries.contains(where: { $0.name == text }) {
            throw PromptProblem("There is a list called “\(text)” already")
        }
        return text
    }
}
