import Files
import Spelling

/// The config file with all that it includes, as it was read.
package struct ConfigFiles: Sendable {
    package let config: Config
    /// What was there before each file was read.
    private let versions: [String: FileVersion?]

    package init(_ paths: Paths) {
        var own = ConfigReader(paths)
        own.readIfThere(paths.config)
        var base = ConfigReader(paths)
        base.readBase { own.choice(of: $0) }
        let under = Config(base.lines, problems: base.problems)
        var config = under.adding(own.lines, problems: under.problems + own.problems)
        config.baseCount = under.directives.count
        config.files = own.files + base.files
        self.config = config
        versions = own.versions.merging(base.versions) { own, _ in own }
    }

    /// Whether reading them again would be of no use.
    package var areUnchanged: Bool { versions.allSatisfy { path, version in FileVersion(of: path) == version } }
}

extension Config {
    /// The same with the theme and the keys that are set now to begin with, where they were others in `before`.
    package func rebased(from before: Config, _ paths: Paths) throws(ConfigProblem) -> Config {
        guard [Setting.theme, .keys].contains(where: { text($0) != before.text($0) }) else { return self }
        var base = ConfigReader(paths)
        base.readBase { setting in
            let name = text(setting)
            return name == setting.initial ? nil : .typed(name)
        }
        if let problem = base.problems.first { throw problem }
        var config = self
        config.replaceBase(with: Config(base.lines, problems: []).directives)
        return config
    }
}

extension ConfigReader {
    /// What a setting is set to last, where that is something else than what it is at first.
    fileprivate func choice(of setting: Setting) -> ConfigWord? {
        guard let line = lines.last(where: { $0.name == setting.name }), line.words.count == 2 else { return nil }
        let word = line.words[1]
        if case .choice(let choices) = setting.kind, !choices.contains(word.text) { return nil }
        return word.text == setting.initial ? nil : word
    }

    /// Reads the files that all others come after: of the keys and the theme that `choice` names.
    fileprivate mutating func readBase(_ choice: (Setting) -> ConfigWord?) {
        for (setting, folder) in [(Setting.keys, "keys"), (.theme, "themes")] {
            if let name = choice(setting) { readBase(name, of: setting, in: folder) }
        }
    }

    /// Reads the file of a name: the person's own, or the one that comes with lede.
    private mutating func readBase(_ name: ConfigWord, of setting: Setting, in folder: String) {
        guard !name.text.hasPrefix("."), !name.text.contains("/") else {
            let words = "invalid name “\(name.text)”: use the name of a file in the folder “\(folder)”"
            return note(ConfigProblem(at: name.place, words).about(setting.name))
        }
        let own = "\(paths.configDirectory)/\(folder)/\(name.text)"
        if readIfThere(own) { return }
        if let resource = Resources.path(of: "\(folder)/\(name.text)"), readIfThere(resource) { return }
        let folders = ["\(paths.configDirectory)/\(folder)", Resources.path(of: folder)].compactMap(\.self)
        let hint = NearestName.hint(for: name.text, among: folders.flatMap { FolderListing($0).names })
        let words = "unknown \(setting.name) “\(name.text)”: lede has none, and neither does \(own)\(hint)"
        note(ConfigProblem(at: name.place, words).about(setting.name))
    }
}
