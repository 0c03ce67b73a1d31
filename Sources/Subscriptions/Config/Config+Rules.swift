package import Configuration
package import Library

extension Config {
    /// The rules for new items in the order of their lines, and the problems of invalid ones.
    package var rules: (rules: [Rule], problems: [ConfigProblem]) {
        var rules: [Rule] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: "on", "ignore-article") {
            guard let words = line.operands.first else { continue }
            do throws(FilterProblem) {
                rules.append(
                    try line.name == "on"
                        ? Rule(words.text, place: words.place.short)
                        : Rule(ignoringArticles: words.text, place: words.place.short))
            } catch {
                let place = ConfigPlace(
                    path: words.place.path, line: words.place.line, column: words.place.column + error.column - 1)
                problems.append(ConfigProblem(at: place, error.reason))
            }
        }
        return (rules, problems)
    }
}

extension ConfigPlace {
    /// The source of an action as shown to the user: `config:12`.
    fileprivate var short: String { "\(path.split(separator: "/").last ?? ""):\(line)" }
}
