import Configuration
import Library
import Signals
import Spelling

// Named filters, and the filter expression of the current list.
extension Navigation {
    var namedFilters: [(name: String, text: String)] {
        config.lines(named: "define-filter").map { line in
            let words = line.operands.map(\.text)
            return (words.first ?? "", words.dropFirst().first ?? "")
        }
    }

    func chooseFilter() {
        guard place == .items || place == .feeds else { return }
        let named = namedFilters
        if named.isEmpty {
            return status = .refused(
                "No named filters yet: add “define-filter NAME FILTER” to the config file")
        }
        // Filters with attributes of items match no feeds.
        let filters = place == .feeds ? named.filter { (try? Filter(ofFeeds: $0.text)) != nil } : named
        if filters.isEmpty {
            return status = .refused(
                "Your named filters match items, not feeds: open a feed and press \(key(.chooseFilter))")
        }
        let options = filters.map { Choice.Option($0.name, detail: $0.text, value: $0.text) }
        session.choose(Choice(title: "Filter by:", options)) { [weak self] option in
            do { try self?.narrow(to: option.value) } catch { self?.status = .refused(error) }
        }
    }

    /// Filters the current list.
    func narrow(to text: String) throws {
        if place == .feeds { try keepNarrowing(to: text) } else { try filter(by: text) }
    }

    /// Filters the current list by a named filter.
    func narrow(toNamed name: String) throws {
        guard let filter = namedFilters.first(where: { $0.name == name }) else {
            let hint = NearestName.hint(for: name, among: namedFilters.map(\.name))
            throw PromptProblem("No filter named “\(name)” in the config file\(hint)")
        }
        // A filter with attributes of items is invalid here, and leaves the list as it is.
        if place == .feeds { try checkFilter(ofFeeds: filter.text) }
        try narrow(to: filter.text)
    }

    /// The filter expression of the items in this list, for a saved search; nil if the list isn't filtered.
    func filterOfList() throws -> Filter? {
        guard let source = items.source, let text = narrowing else { return nil }
        return try readFilter(expression(of: source.scope).map { "\($0) and (\(text))" } ?? text)
    }

    /// The current filter or search, as a filter expression.
    private var narrowing: String? {
        guard let source = items.source, let found = source.found else { return items.source?.narrowing }
        let words = found.query.filterText
        return source.filter.map { words.isEmpty ? $0.text : "\(words) and (\($0.text))" } ?? words
    }

    /// A filter expression for all items of a list; nil if the list contains everything.
    private func expression(of scope: Listing.Scope) -> String? {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
        switch scope {
        case .all: return nil
        case .feed(let id): return feeds.feed(id).map { "rssurl = \(quoted($0.url))" }
        case .tag(let tag): return "tags # \(quoted(tag))"
        case .taggedItems(let tag): return "flags # \(quoted(tag))"
        case .starred: return "is:starred"
        case .since: return "after:today"
        case .query(let id): return feeds.queries.first { $0.id == id }.map { "(\($0.expression))" }
        }
    }

    func completion(ofFilter text: String) -> Completion {
        let begun = text.split(omittingEmptySubsequences: false) { " (!".contains($0) }.last ?? ""
        return Completion(of: begun, among: Self.filterWords, end: "")
    }

    private static let filterWords = [
        "is:unread", "is:read", "is:starred", "tag:", "feed:", "after:", "before:", "title:", "author:", "unread = ",
        "title =~ ", "author =~ ", "content =~ ", "link =~ ", "age < ", "tags # ", "flags # ", "feedtitle =~ "
    ]
}
