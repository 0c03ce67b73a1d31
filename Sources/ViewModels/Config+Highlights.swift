package import Configuration
package import Library

extension Config {
    /// The filter of each line `highlight-article`, nil where it makes no sense, and what is wrong with those.
    package var articleHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        highlights("highlight-article") { text throws(FilterProblem) in try Filter(text) }
    }

    /// The same of each line `highlight-feed`.
    package var feedHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        highlights("highlight-feed") { text throws(FilterProblem) in try Filter(ofFeeds: text) }
    }

    private func highlights(
        _ name: String, read: (String) throws(FilterProblem) -> Filter
    ) -> (filters: [Filter?], problems: [ConfigProblem]) {
        var filters: [Filter?] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: name) {
            let word = line.words[1]
            do throws(FilterProblem) {
                filters.append(try read(word.text))
            } catch {
                filters.append(nil)
                problems.append(ConfigProblem(at: word.place, "in the filter, \(error)"))
            }
        }
        return (filters, problems)
    }
}
