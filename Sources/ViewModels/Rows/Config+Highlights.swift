package import Configuration
package import Library

extension Config {
    /// The filters of the lines with `highlight-article`, nil for an invalid one, and their problems.
    package var articleHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        filters(of: "highlight-article") { text throws(FilterProblem) in try Filter(text) }
    }

    /// The filters of the lines with `highlight-feed`, and their problems.
    package var feedHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        filters(of: "highlight-feed") { text throws(FilterProblem) in try Filter(ofFeeds: text) }
    }

    /// The problems of the lines with `define-filter`.
    package var filterProblems: [ConfigProblem] {
        filters(of: "define-filter", at: 2) { text throws(FilterProblem) in try Filter(text) }.problems
    }

    private func filters(
        of name: String, at place: Int = 1, read: (String) throws(FilterProblem) -> Filter
    ) -> (filters: [Filter?], problems: [ConfigProblem]) {
        var filters: [Filter?] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: name) {
            let word = line.words[place]
            do throws(FilterProblem) {
                filters.append(try read(word.text))
            } catch {
                filters.append(nil)
                problems.append(ConfigProblem(at: word.place, "invalid filter: \(error)"))
            }
        }
        return (filters, problems)
    }
}
