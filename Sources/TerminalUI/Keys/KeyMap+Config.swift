import Configuration
import Spelling
import Terminal
import ViewModels

extension KeyMap {
    /// lede's own keys, changed by the config file. If a line is invalid, its keys keep their meaning from `before`.
    init(_ config: Config, before: KeyMap = .standard) {
        self = .standard
        digitsAreLinks = config.text(.keys) == "newsboat"
        let lines = config.keyLines
        let prefixes = Self.macroPrefixes(in: lines)
        for (index, line) in lines.enumerated() {
            let isOwn = index >= config.baseKeysCount
            do throws(ConfigProblem) { try apply(line, prefixes, isOwn: isOwn) } catch {
                keep(line, prefixes, as: before)
            }
        }
    }

    private mutating func keep(_ line: ConfigLine, _ prefixes: [Target], as before: KeyMap) {
        for target in (try? Self.targets(of: line, prefixes)) ?? [] {
            for place in target.places {
                guard case .action(let action) = before.meaning(of: target.keys, in: place) else { continue }
                bind(target.keys, to: action, in: [place], isOwn: true)
            }
        }
    }

    /// The problems in lines about keys.
    static func problems(of config: Config) -> [ConfigProblem] {
        var keys = KeyMap.standard
        let lines = config.keyLines
        let prefixes = macroPrefixes(in: lines)
        return lines.compactMap { line in
            do throws(ConfigProblem) { try keys.apply(line, prefixes, isOwn: true) } catch { return error }
            return nil
        }
    }

    private mutating func apply(_ line: ConfigLine, _ prefixes: [Target], isOwn: Bool) throws(ConfigProblem) {
        if line.name == "unbind-key" { return try unbind(Array(line.operands)) }
        let targets = try Self.targets(of: line, prefixes)
        if line.bindsMacroPrefix { return }
        let action = try OperationList(Self.operations(of: line)).action
        for target in targets { bind(target.keys, to: action, in: target.places, isOwn: isOwn) }
    }

    /// Keys pressed one after the other, and the places where they work.
    private typealias Target = (keys: [Key], places: [Place])

    /// The keys of a line, with their places. A macro has several if several keys begin macros.
    private static func targets(of line: ConfigLine, _ prefixes: [Target]) throws(ConfigProblem) -> [Target] {
        let words = Array(line.operands)
        switch line.name {
        case "bind": return [(try keys(words[0]), try places(words[1]))]
        case "bind-key": return [(try keys(words[0]), try places(words.dropFirst(2).first))]
        case "macro":
            let keys = try keys(words[0])
            return prefixes.map { ($0.keys + keys, $0.places) }
        default: return []
        }
    }

    /// The keys that begin macros: the comma, unless a line gives it another meaning, and keys bound to newsboat's
    /// macro-prefix.
    private static func macroPrefixes(in lines: [ConfigLine]) -> [Target] {
        let comma: Target = ([.character(",")], Place.allCases)
        let own = lines.filter(\.bindsMacroPrefix).flatMap { (try? targets(of: $0, [])) ?? [] }
        if own.isEmpty { return [comma] }
        let isCommaTaken = lines.contains { line in
            line.name != "macro" && !line.bindsMacroPrefix && line.operands.first?.text == ","
        }
        let namesComma = own.contains { $0.keys == comma.keys }
        return (isCommaTaken || namesComma ? [] : [comma]) + own
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

    /// The places in a word, which has commas between them; all places if there is no word.
    private static func places(_ word: ConfigWord?) throws(ConfigProblem) -> [Place] {
        guard let word else { return Place.allCases }
        var places: [Place] = []
        for name in word.text.split(separator: ",") { places += try self.places(String(name), at: word.place) }
        return places
    }

    private static func places(_ name: String, at place: ConfigPlace) throws(ConfigProblem) -> [Place] {
        if ["everywhere", "all"].contains(name) { return Place.allCases }
        if let place = Place(rawValue: name) ?? synonyms[name] { return [place] }
        // newsboat's other contexts don't exist in lede, but a line that names them is still valid.
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

extension ConfigLine {
    /// Whether the line makes a key begin macros, as newsboat's config files do.
    fileprivate var bindsMacroPrefix: Bool {
        let words = operands.map(\.text)
        return switch name {
        case "bind": words.count > 2 && words[2] == "macro-prefix"
        case "bind-key": words.count > 1 && words[1] == "macro-prefix"
        default: false
        }
    }
}
