import Spelling

/// What the person has set, and what lede does where nothing is set.
package struct Config: Equatable, Sendable {
    /// What a setting is, and the line that said so.
    package struct Value: Equatable, Sendable {
        package let words: [String]
        package let place: ConfigPlace?
    }

    private var values: [String: Value] = [:]
    /// The lines that are no settings, such as keys and colours, in order.
    package internal(set) var directives: [ConfigLine] = []
    /// How many of these, the first ones, are of the theme and the keys that everything begins with.
    var baseCount = 0
    package private(set) var problems: [ConfigProblem] = []
    /// What counts, but means something else here than where it comes from.
    package private(set) var notes: [ConfigProblem] = []
    /// The files that were read, or would have been, had they been there.
    package internal(set) var files: [String] = []

    /// What lede does where nothing is set.
    package init() {}

    /// Takes the lines in order: what comes later wins.
    init(_ lines: [ConfigLine], problems: [ConfigProblem]) {
        self.problems = problems
        for line in lines {
            do throws(ConfigProblem) { try take(line) } catch { self.problems.append(error.about(line.name)) }
        }
    }

    /// The same with more lines, and with what is wrong with these alone.
    func adding(_ lines: [ConfigLine], problems: [ConfigProblem]) -> Config {
        var config = self
        config.problems = problems
        for line in lines {
            do throws(ConfigProblem) { try config.take(line) } catch { config.problems.append(error.about(line.name)) }
        }
        return config
    }

    private mutating func take(_ line: ConfigLine) throws(ConfigProblem) {
        if Setting.named(line.name) != nil { return try set(line.words[...]) }
        guard let command = ConfigCommand.named(line.name) else { throw Self.unknown(line) }
        guard command.count.contains(line.operands.count) else {
            throw ConfigProblem(at: line.place, "invalid \(command.name): write \(command.name) \(command.operands)")
        }
        directives.append(line)
    }

    private static func unknown(_ line: ConfigLine) -> ConfigProblem {
        if let words = NewsboatOption.words(about: line.name) { return ConfigProblem(at: line.place, words) }
        let names = Setting.all.map(\.name) + ConfigCommand.all.map(\.name)
        let hint = NearestName.hint(for: line.name, among: names)
        return ConfigProblem(at: line.place, "unknown setting “\(line.name)”\(hint)")
    }

    /// Sets what the words say: a name, and what it is given. `name!` turns a yes into a no and back, `name&` takes it back to
    /// what it is at first.
    package mutating func set(_ words: ArraySlice<ConfigWord>) throws(ConfigProblem) {
        guard let name = words.first else { return }
        if words.count == 1, let sign = name.text.last, "!&".contains(sign) {
            return try set(String(name.text.dropLast()), by: sign, at: name.place)
        }
        let setting = try Self.setting(name.text, at: name.place)
        do throws(Setting.Refusal) {
            values[setting.name] = Value(words: try setting.value(of: words.dropFirst()), place: name.place)
        } catch {
            throw ConfigProblem(at: error.place ?? name.place, error.message)
        }
        if let word = words.dropFirst().first, let note = setting.note(on: word.text) {
            notes.append(ConfigProblem(at: word.place, note))
        }
    }

    private mutating func set(_ name: String, by sign: Character, at place: ConfigPlace) throws(ConfigProblem) {
        let setting = try Self.setting(name, at: place)
        if sign == "&" { return values[name] = nil }
        guard setting.kind == .yesNo else {
            throw ConfigProblem(at: place, "\(name) isn't a yes-or-no setting, so “!” can't switch it")
        }
        values[name] = Value(words: [isOn(setting) ? "no" : "yes"], place: place)
    }

    private static func setting(_ name: String, at place: ConfigPlace) throws(ConfigProblem) -> Setting {
        if let setting = Setting.named(name) { return setting }
        if let words = NewsboatOption.words(about: name) { throw ConfigProblem(at: place, words) }
        let hint = NearestName.hint(for: name, among: Setting.all.map(\.name))
        throw ConfigProblem(at: place, "unknown setting “\(name)”\(hint)")
    }
}

// What is set.
extension Config {
    /// The same, but that what lines without sense would have set is as it was before.
    package func keeping(_ old: Config) -> Config {
        var config = self
        for name in problems.compactMap(\.name) where Setting.named(name) != nil {
            config.values[name] = old.values[name]
        }
        return config
    }

    /// The same with what was said by hand since these were the files' words, so that it holds until lede is left: but where
    /// the files have come to say something else, they were changed later.
    package func keepingChanges(from file: Config, to current: Config) -> Config {
        var config = self
        for name in Set(file.values.keys).union(current.values.keys) {
            let before = file.values[name]?.words
            guard values[name]?.words == before, current.values[name]?.words != before else { continue }
            config.values[name] = current.values[name]
        }
        config.directives += current.ownDirectives.dropFirst(file.ownDirectives.count)
        return config
    }

    mutating func replaceBase(with lines: [ConfigLine]) {
        directives.replaceSubrange(..<baseCount, with: lines)
        baseCount = lines.count
    }

    private var ownDirectives: ArraySlice<ConfigLine> { directives.dropFirst(baseCount) }

    package func value(of setting: Setting) -> Value {
        values[setting.name] ?? Value(words: setting.initial.isEmpty ? [] : [setting.initial], place: nil)
    }

    package func isOn(_ setting: Setting) -> Bool { text(setting) == "yes" }

    package func number(_ setting: Setting) -> Int { Int(text(setting)) ?? 0 }

    package func text(_ setting: Setting) -> String { value(of: setting).words.first ?? "" }

    /// A program and its arguments; none where no program is set.
    package func command(_ setting: Setting) -> [String] { CommandLineText.words(value(of: setting).words) }

    /// The lines of this name, in order.
    package func lines(named names: String...) -> [ConfigLine] { directives.filter { names.contains($0.name) } }
}
