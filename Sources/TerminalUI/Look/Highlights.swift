import Configuration
import Patterns
import Spelling
import Terminal
import ViewModels

/// The regular expressions of the config file, and the styles of their matches.
struct Highlights: Equatable {
    private var rules: [(place: Place?, finder: PatternFinder, style: CellStyle)] = []

    static func == (one: Highlights, other: Highlights) -> Bool {
        one.rules.elementsEqual(other.rules) {
            $0.place == $1.place && $0.finder.source == $1.finder.source && $0.style == $1.style
        }
    }

    /// Adds a line such as `highlight articlelist "swift|rust" yellow default bold`.
    mutating func add(_ line: ConfigLine) throws(ConfigProblem) {
        let (name, source) = (line.words[1], line.words[2])
        let style = try CellStyle(line.words[3...])
        let place = name.text == "feeds" ? .feeds : Place(rawValue: name.text)
        guard place != nil || name.text == "all" else {
            let hint = NearestName.hint(for: name.text, among: ["feedlist", "articlelist", "article", "all"])
            throw ConfigProblem(at: name.place, "unknown context “\(name.text)”\(hint)")
        }
        do throws(PatternSource.Problem) {
            rules.append((place, try PatternFinder(PatternSource(source.text)), style))
        } catch {
            throw ConfigProblem(at: source.place, "“\(source.text)”: \(error.reason)")
        }
    }

    /// The matches in a text of a place. If rules overlap, the later one is drawn last.
    func matches(in text: String, at place: Place) -> [(range: Range<String.Index>, style: CellStyle)] {
        rules.filter { $0.place == nil || $0.place == place }.flatMap { rule in
            rule.finder.ranges(in: text).map { ($0, rule.style) }
        }
    }
}
