import Files

extension Config {
    /// What the text of one file says by itself.
    package init(_ bytes: [UInt8], path: String) {
        let text = ConfigText(bytes, path: path)
        self.init(text.lines, problems: text.problems)
    }

    /// What the config file says, with the theme and the keys that it begins with.
    ///
    /// Where there is no such file, all that happens is that one could not be opened.
    package static func read(_ paths: Paths) -> Config { ConfigFiles(paths).config }

    /// The same with a theme that comes with lede, as if the config file began with that instead of its own.
    package func beginning(withTheme name: String) -> Config {
        guard let path = Resources.path(of: "themes/\(name)"), let bytes = try? PrivateFiles.read(path) else {
            return self
        }
        var config = self
        let keys = directives.prefix(baseCount).filter { !["color", "highlight"].contains($0.name) }
        config.replaceBase(with: keys + ConfigText(bytes, path: path).lines)
        return config
    }
}

extension Config {
    /// The same with what another file says, whose lines come after all others.
    package func reading(_ path: String, _ paths: Paths) -> Config {
        var reader = ConfigReader(paths)
        if !reader.readIfThere(path) {
            reader.note(ConfigProblem(at: ConfigPlace(path: path, line: 1, column: 1), "no such file"))
        }
        return adding(reader.lines, problems: reader.problems)
    }
}
