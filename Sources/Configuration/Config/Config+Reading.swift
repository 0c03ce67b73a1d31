extension Config {
    /// What the text of one file says by itself.
    package init(_ bytes: [UInt8], path: String) {
        let text = ConfigText(bytes, path: path)
        self.init(text.lines, problems: text.problems)
    }

    /// What the config file says, with the theme and the keys that it begins with.
    ///
    /// Where there is no such file, all that happens is that one could not be opened.
    package static func read(_ paths: Paths) -> Config {
        var own = ConfigReader(paths)
        own.readIfThere(paths.config)
        var base = ConfigReader(paths)
        for (setting, folder) in [(Setting.keys, "keys"), (Setting.theme, "themes")] {
            if let name = own.choice(of: setting) { base.readBase(name, in: folder, paths) }
        }
        var config = Config(base.lines + own.lines, problems: base.problems + own.problems)
        config.files = own.files + base.files
        return config
    }

    /// The same with a theme that comes with lede, as if the config file began with it.
    package func beginning(withTheme name: String) -> Config {
        guard let path = Resources.path(of: "themes/\(name)"), let bytes = try? PrivateFiles.read(path) else {
            return self
        }
        var config = self
        config.directives = ConfigText(bytes, path: path).lines + directives
        return config
    }
}

extension Config {
    /// The same with what another file says, whose lines come after all others.
    package func reading(_ path: String, _ paths: Paths) -> Config {
        var reader = ConfigReader(paths)
        if !reader.readIfThere(path) {
            reader.note(ConfigProblem(at: ConfigPlace(path: path, line: 1, column: 1), "there is no such file"))
        }
        return adding(reader.lines, problems: reader.problems)
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

    /// Reads the file of a name: the person's own, or the one that comes with lede.
    fileprivate mutating func readBase(_ name: ConfigWord, in folder: String, _ paths: Paths) {
        guard !name.text.hasPrefix("."), !name.text.contains("/") else {
            return note(ConfigProblem(at: name.place, "“\(name.text)” is no name of a file in “\(folder)”"))
        }
        let own = "\(paths.configDirectory)/\(folder)/\(name.text)"
        if readIfThere(own) { return }
        if let resource = Resources.path(of: "\(folder)/\(name.text)"), readIfThere(resource) { return }
        note(ConfigProblem(at: name.place, "there is no “\(name.text)”, neither of lede's nor at \(own)"))
    }
}
