import System

/// The user's settings, and lede's defaults for the rest.
package struct Config: Equatable, Sendable {
    /// The value of a setting, and the line that sets it.
    package struct Value: Equatable, Sendable {
        package let words: [String]
        /// The words in the line, which may be newsboat's for the same value.
        package let written: [String]
        package let place: ConfigPlace?
    }

    private var values: [String: Value] = [:]
    /// The lines that aren't settings, such as keys and colours, in order.
    package internal(set) var directives: [ConfigLine] = []
    /// How many of the first directives come from the theme and the keys.
    var baseCount = 0
    package private(set) var problems: [ConfigProblem] = []
    /// All files that were read or looked for.
    package internal(set) var files: [String] = []

    /// Creates the defaults.
    package init() {}

    /// Applies the lines in order, so that later ones win.
    init(_ lines: [ConfigLine], problems: [ConfigProblem]) {
        self.problems = problems
        for line in lines {
            do throws(ConfigProblem) { try apply(line) } catch { self.problems.append(error.about(line.name)) }
        }
    }

    /// Returns this config with more lines, and with only their problems.
    func adding(_ lines: [ConfigLine], problems: [ConfigProblem]) -> Config {
        var config = self
        config.problems = problems
        for line in lines {
            do throws(ConfigProblem) { try config.apply(line) } catch { config.problems.append(error.about(line.name)) }
        }
        return config
    }

    private mutating func apply(_ line: ConfigLine) throws(ConfigProblem) {
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

    /// Sets a value from the words of a line: a name and its value. `name!` toggles a yes or no, and `name&` restores
    /// the default.
    package mutating func set(_ words: ArraySlice<ConfigWord>) throws(ConfigProblem) {
        guard let name = words.first else { return }
        if words.count == 1, let sign = name.text.last, "!&".contains(sign) {
            return try set(String(name.text.dropLast()), by: sign, at: name.place)
        }
        let setting = try Self.setting(name.text, at: name.place)
        do throws(Setting.Refusal) {
            values[setting.name] = Value(
                words: try setting.value(of: words.dropFirst()), written: words.dropFirst().map(\.text),
                place: name.place)
        } catch {
            throw ConfigProblem(at: error.place ?? name.place, error.message)
        }
    }

    private mutating func set(_ name: String, by sign: Character, at place: ConfigPlace) throws(ConfigProblem) {
        let setting = try Self.setting(name, at: place)
        if sign == "&" { return values[name] = nil }
        guard setting.kind == .yesNo else {
            throw ConfigProblem(at: place, "\(name) isn't a yes-or-no setting, so “!” can't switch it")
        }
        let word = isOn(setting) ? "no" : "yes"
        values[name] = Value(words: [word], written: [word], place: place)
    }

    private static func setting(_ name: String, at place: ConfigPlace) throws(ConfigProblem) -> Setting {
        if let setting = Setting.named(name) { return setting }
        if let words = NewsboatOption.words(about: name) { throw ConfigProblem(at: place, words) }
        let hint = NearestName.hint(for: name, among: Setting.all.map(\.name))
        throw ConfigProblem(at: place, "unknown setting “\(name)”\(hint)")
    }
}

// Values.
extension Config {
    /// Returns this config with `old`'s values where its own lines are invalid.
    package func keeping(_ old: Config) -> Config {
        var config = self
        for name in problems.compactMap(\.name) where Setting.named(name) != nil {
            config.values[name] = old.values[name]
        }
        return config
    }

    /// Returns this config with the changes made by hand since `file` was read, so that they last until lede ends. If
    /// the files have changed a setting since, that wins.
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
        if let value = values[setting.name] { return value }
        let words = setting.initial.isEmpty ? [] : [setting.initial]
        return Value(words: words, written: words, place: nil)
    }

    package func isOn(_ setting: Setting) -> Bool { text(setting) == "yes" }

    package func number(_ setting: Setting) -> Int { Int(text(setting)) ?? 0 }

    package func text(_ setting: Setting) -> String { value(of: setting).words.first ?? "" }

    /// Returns a program and its arguments; empty if none is set.
    package func command(_ setting: Setting) -> [String] { CommandLineText.words(value(of: setting).words) }

    /// Returns the lines with these names, in order.
    package func lines(named names: String...) -> [ConfigLine] { directives.filter { names.contains($0.name) } }

    /// The lines that bind keys. The first ones come from the keys that the config builds on.
    package var keyLines: [ConfigLine] { directives.filter(\.isOfKeys) }

    /// How many of them the user didn't write.
    package var baseKeysCount: Int { directives.prefix(baseCount).count(where: \.isOfKeys) }
}

extension ConfigLine {
    fileprivate var isOfKeys: Bool { ["bind", "bind-key", "unbind-key", "macro"].contains(name) }
}

/// A program with its arguments, as a user writes it. No shell ever sees it.
package enum CommandLineText {
    /// Returns the words of a command: those of one text, or the given words.
    ///
    /// A word that begins with `~/` is a path in the user's home, as in a shell.
    package static func words(_ words: [String]) -> [String] {
        (words.count == 1 ? split(words[0]) : words).map { word in
            word.hasPrefix("~/") ? Paths.home + word.dropFirst() : word
        }
    }

    /// Splits a text at its spaces, except in either kind of quotation marks or after a backslash.
    package static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var mark: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", mark != "'" {
                isEscaped = true
            } else if character == mark {
                mark = nil
            } else if mark == nil, character == "'" || character == "\"" {
                mark = character
                word = word ?? ""
            } else if mark == nil, character == " " || character == "\t" {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}

/// When an opened item shows the article of its web page in place of the feed's text.
package enum FullPage: String, CaseIterable, Sendable {
    /// Always, fetching the page if necessary.
    case yes
    case no
    /// When lede has the page, and it has clearly more.
    case auto
}

/// Which items' pages lede fetches ahead by itself.
package enum CacheWhen: String, CaseIterable, Sendable {
    /// After each refresh.
    case always
    /// Those that the user asks for.
    case manual
}

/// Which pictures lede keeps on the disk.
package enum CachePictures: String, CaseIterable, Sendable {
    case yes
    /// Those of at most `smallPicture` bytes.
    case small
    case no

    package static let smallPicture = 256 << 10
}

extension Config {
    package var fullPage: FullPage { FullPage(rawValue: text(.fullPage)) ?? .auto }
    package var cacheWhen: CacheWhen { CacheWhen(rawValue: text(.cacheWhen)) ?? .manual }
    package var cachePictures: CachePictures { CachePictures(rawValue: text(.cachePictures)) ?? .yes }
}

/// How the terminal shows pictures.
package enum PictureWay: String, CaseIterable, Sendable {
    /// In the best way that the terminal has.
    case auto
    case kitty, sixel, iterm, blocks
    case no
}

extension Config {
    package var pictures: PictureWay { PictureWay(rawValue: text(.pictures)) ?? .auto }
}
