import Dispatch
package import System

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

/// Reads the config file with everything that it includes.
private struct ConfigReader {
    private(set) var lines: [ConfigLine] = []
    private(set) var problems: [ConfigProblem] = []
    private(set) var files: [String] = []
    /// The version of each file before it was read.
    private(set) var versions: [String: FileVersion?] = [:]

    let paths: Paths
    /// The files being read, each included by the one before.
    private var open: [String] = []
    private var readBytes = 0

    /// Enough for everything that users write, and a limit for mutual inclusion.
    private static let (mostBytes, mostFiles, deepest) = (1 << 20, 100, 10)
    private static let mostProblems = 500

    init(_ paths: Paths) {
        self.paths = paths
    }

    /// Reads the lines of a file, and returns whether the file exists.
    @discardableResult
    mutating func readIfThere(_ path: String) -> Bool {
        do throws(FileFailure) {
            try read(path)
        } catch {
            if error.isMissing { return false }
            add(
                ConfigProblem(at: ConfigPlace(path: path, line: 1, column: 1), "can't read this file: \(error.reason)"))
        }
        return true
    }

    mutating func add(_ problem: ConfigProblem) {
        if problems.count < Self.mostProblems { problems.append(problem) }
    }

    private mutating func read(_ path: String) throws(FileFailure) {
        files.append(path)
        versions[path] = .some(FileVersion(of: path))
        let bytes = try PrivateFiles.read(path, atMost: max(0, Self.mostBytes - readBytes))
        readBytes += bytes.count
        open.append(path)
        let text = ConfigText(bytes, path: path)
        for problem in text.problems { add(problem) }
        for line in text.lines {
            if line.name == "include", line.operands.count == 1 {
                include(line.words[1])
            } else {
                lines.append(line)
            }
        }
        open.removeLast()
    }

    private mutating func include(_ word: ConfigWord) {
        let path = self.path(word.text, from: word.place.path)
        if open.contains(path) {
            return add(ConfigProblem(at: word.place, "this file would include itself"))
        }
        guard open.count < Self.deepest, files.count < Self.mostFiles else {
            return add(ConfigProblem(at: word.place, "too many files include each other: lede ignores this one"))
        }
        do throws(FileFailure) {
            try read(path)
        } catch {
            add(ConfigProblem(at: word.place, "can't read “\(path)”: \(error.reason)"))
        }
    }

    private func path(_ path: String, from file: String) -> String {
        let path = paths.expandingHome(path)
        return path.hasPrefix("/") ? path : "\(PrivateFiles.parent(of: file))/\(path)"
    }
}

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

    /// Returns this config with the lines of another file added last.
    package func reading(_ path: String, _ paths: Paths) -> Config {
        var reader = ConfigReader(paths)
        if !reader.readIfThere(path) {
            reader.add(ConfigProblem(at: ConfigPlace(path: path, line: 1, column: 1), "no such file"))
        }
        return adding(reader.lines, problems: reader.problems)
    }
}

/// Reports changes of the configuration files.
///
/// If a file is a symbolic link, as for users who keep their configuration in git, its target is watched, too.
package final class ConfigWatch: Sendable {
    private let watch: FolderWatch

    /// `change` is called on the queue of all watches and must not block it. The set of files may have changed by then,
    /// which needs a new watch.
    package init(_ files: [String], change: @escaping @Sendable () -> Void) throws(WatchFailure) {
        watch = try FolderWatch(files.flatMap(FolderWatch.places), calm: .milliseconds(100), tell: change)
    }
}
