import Library
import Signals
import Spelling

// Filters the list of feeds while the user types.
extension Navigation {
    func askForFeeds() {
        let before = feeds.narrowing?.text ?? ""
        let (entry, rowsAbove) = (feeds.selectedEntry?.id, feeds.cursor.rowsAbove)
        let goBack = { @MainActor [weak self] in
            guard let self else { return }
            feeds.narrow(to: before)
            if let entry { feeds.choose(entry) }
            feeds.cursor.rowsAbove = rowsAbove
        }
        session.ask(
            Question(
                label: "Filter feeds: ", history: "feeds", findsRows: true, takesNothing: true,
                completion: completion(ofFeeds:), follow: { [weak self] in self?.feeds.narrow(to: $0) }, leave: goBack
            ) { [weak self] in try self?.keepNarrowing(to: $0) }, text: before)
    }

    /// Keeps the filtered list, or says why it is empty.
    func keepNarrowing(to text: String) throws {
        feeds.narrow(to: text)
        guard let narrowing = feeds.narrowing else { return }
        guard feeds.entries.isEmpty else {
            let count = Set(feeds.entries.compactMap(\.feed?.id)).count
            return status = .done("\(count.counted("feed")) (\(key(.escape)) to show all)")
        }
        if narrowing.isMeantAsExpression { try checkFilter(ofFeeds: text) }
        throw PromptProblem("No feeds match")
    }

    /// Throws the problem of a text that isn't a filter of feeds.
    func checkFilter(ofFeeds text: String) throws {
        do throws(FilterProblem) { _ = try Filter(ofFeeds: text) } catch { throw PromptProblem("\(error)") }
    }

    func completion(ofFeeds text: String) -> Completion {
        let begun = text.split(omittingEmptySubsequences: false) { " (!".contains($0) }.last ?? ""
        let words = [
            "is:unread", "feed:", "feedtitle =~ ", "rssurl =~ ", "tags # ", "unread_count > ", "total_count > "
        ]
        let tags = Set(feeds.all.flatMap(\.tags)).filter { !$0.contains(" ") }.map { "tag:\($0)" }
        return Completion(of: begun, among: words + ["latest_article_age < "] + tags, end: "")
    }
}
