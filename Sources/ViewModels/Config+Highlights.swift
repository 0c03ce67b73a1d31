package import Configuration
package import Library

extension Config {
    /// The filter of each line `highlight-article`, nil where it makes no sense, and what is wrong with those.
    package var articleHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        var filters: [Filter?] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: "highlight-article") {
            let word = line.words[1]
            do throws(FilterProblem) {
                filters.append(try Filter(word.text))
            } catch {
                filters.append(nil)
                problems.append(ConfigProblem(at: word.place, "in the filter, \(error)"))
            }
        }
        return (filters, problems)
    }
}
