import Files
import Spelling

/// The config file with everything that it includes.
package struct ConfigFiles: Sendable {
    package let config: Config
    /// The version of each file before it was read.
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

    /// Whether reading the files again would change nothing.
    package var areUnchanged: Bool { versions.allSatisfy { path, version in FileVersion(of: path) == version } }
}

extension Config {
    /// Returns this config based on its current theme and keys, if they differ from those of `before`.
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
    /// Returns the last value of a setting, if it is valid and not the default.
    fileprivate func choice(of setting: Setting) -> ConfigWord? {
        guard let line = lines.last(where: { $0.name == setting.name }), line.words.count == 2 else { return nil }
        let word = line.words[1]
        if case .choice(let choices) = setting.kind, !choices.contains(word.text) { return nil }
        return word.text == setting.initial ? nil : word
    }

    /// Reads the files that come before all others: the keys and the theme that `choice` names.
    fileprivate mutating func readBase(_ choice: (Setting) -> ConfigWord?) {
        for (setting, folder) in [(Setting.keys, "keys"), (.theme, "themes")] {
            if let name = choice(setting) { readBase(name, of: setting, in: folder) }
        }
    }

    /// Reads a named file: the user's own, or lede's.
    private mutating func readBase(_ name: ConfigWord, of setting: Setting, in folder: String) {
        guard !name.text.hasPrefix("."), !name.text.contains("/") else {
            let words = "invalid name “\(name.text)”: use the name of a file in the folder “\(folder)”"
            return add(ConfigProblem(at: name.place, words).about(setting.name))
        }
        let own = "\(paths.configDirectory)/\(folder)/\(name.text)"
        if readIfThere(own) { return }
        if let resource = Resources.path(of: "\(folder)/\(name.text)"), readIfThere(resource) { return }
        let folders = ["\(paths.configDirectory)/\(folder)", Resources.path(of: folder)].compactMap(\.self)
        let hint = NearestName.hint(for: name.text, among: folders.flatMap { FolderListing($0).names })
        let words = "unknown \(setting.name) “\(name.text)”: it is not built in, and \(own) doesn't exist\(hint)"
        add(ConfigProblem(at: name.place, words).about(setting.name))
    }
}
