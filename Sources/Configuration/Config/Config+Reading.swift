import Files

extension Config {
    /// Reads the text of one file, without others.
    package init(_ bytes: [UInt8], path: String) {
        let text = ConfigText(bytes, path: path)
        self.init(text.lines, problems: text.problems)
    }

    /// Reads the config file, after the theme and keys that it is based on.
    ///
    /// A missing file is no problem.
    package static func read(_ paths: Paths) -> Config { ConfigFiles(paths).config }

    /// Returns this config with one of lede's themes in place of its own.
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
    /// Returns this config with the lines of another file added last.
    package func reading(_ path: String, _ paths: Paths) -> Config {
        var reader = ConfigReader(paths)
        if !reader.readIfThere(path) {
            reader.add(ConfigProblem(at: ConfigPlace(path: path, line: 1, column: 1), "no such file"))
        }
        return adding(reader.lines, problems: reader.problems)
    }
}
