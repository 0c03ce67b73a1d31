import Configuration
import Spelling
import Terminal
import ViewModels

extension KeyMap {
    /// lede's own keys, and what the config file says of them. Where a line makes no sense, its keys do what they did before.
    init(_ config: Config, before: KeyMap = .standard) {
        self = .standard
        for line in Self.lines(of: config) {
            do throws(ConfigProblem) { try take(line) } catch { keep(line, as: before) }
        }
    }

    private mutating func keep(_ line: ConfigLine, as before: KeyMap) {
        guard let (keys, places) = try? Self.target(of: line) else { return }
        for place in places {
            if case .action(let action) = before.meaning(of: keys, in: place) { bind(keys, to: action, in: [place]) }
        }
    }

    /// What is wrong with the lines that say something of keys.
    static func problems(of config: Config) -> [ConfigProblem] {
        var keys = KeyMap.standard
        return lines(of: config).compactMap { line in
            do throws(ConfigProblem) { try keys.take(line) } catch { return error }
            return nil
        }
    }

    private static func lines(of config: Config) -> [ConfigLine] {
        config.lines(named: "bind", "bind-key", "unbind-key", "macro")
    }

    private mutating func take(_ line: ConfigLine) throws(ConfigProblem) {
        guard let (keys, places) = try Self.target(of: line) else { return try unbind(Array(line.operands)) }
        bind(keys, to: try OperationList(Self.operations(of: line)).action, in: places)
    }

    /// The keys that a line lets do something, and where they do it; nil for a line that takes their meaning away.
    private static func target(of line: ConfigLine) throws(ConfigProblem) -> (keys: [Key], places: [Place])? {
        let words = Array(line.operands)
        switch line.name {
        case "bind": return (try keys(words[0]), try places(words[1]))
        case "bind-key": return (try keys(words[0]), try places(words.dropFirst(2).first))
        case "macro": return ([.character(",")] + (try keys(words[0])), Place.allCases)
        default: return nil
        }
    }

    /// The words of a line that say what its keys do.
    private static func operations(of line: ConfigLine) -> ArraySlice<ConfigWord> {
        let words = Array(line.operands)
        return line.name == "bind" ? words[2...] : line.name == "bind-key" ? words[1...1] : words[1...]
    }

    private mutating func unbind(_ words: [ConfigWord]) throws(ConfigProblem) {
        let places = try Self.places(words.dropFirst().first)
        if words[0].text == "-a" { unbindAll(in: places) } else { unbind(try Self.keys(words[0]), in: places) }
    }

    private static func keys(_ word: ConfigWord) throws(ConfigProblem) -> [Key] {
        if let keys = Key.sequence(word.text) { return keys }
        throw ConfigProblem(at: word.place, "“\(word.text)” isn't a key: use one like r, ^R, <F5> or gg")
    }

    /// The places that a word names, with commas between them; all of them where there is no word.
    private static func places(_ word: ConfigWord?) throws(ConfigProblem) -> [Place] {
        guard let word else { return Place.allCases }
        var places: [Place] = []
        for name in word.text.split(separator: ",") { places += try self.places(String(name), at: word.place) }
        return places
    }

    private static func places(_ name: String, at place: ConfigPlace) throws(ConfigProblem) -> [Place] {
        if ["everywhere", "all"].contains(name) { return Place.allCases }
        if let place = Place(rawValue: name) ?? synonyms[name] { return [place] }
        // newsboat's other places are none of lede's, and a line that names them besides is right all the same.
        if newsboatPlaces.contains(name) { return [] }
        let hint = NearestName.hint(for: name, among: Place.allCases.map(\.rawValue) + ["everywhere"])
        throw ConfigProblem(at: place, "unknown context “\(name)”\(hint)")
    }

    private static let synonyms: [String: Place] = ["feeds": .feeds, "items": .items]

    private static let newsboatPlaces: Set<String> = [
        "searchresultslist", "tagselection", "filterselection", "dialogs", "filebrowser", "dirbrowser",
        "podboat"
    ]
}
