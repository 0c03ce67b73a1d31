import Files

/// Reads the config file with everything that it includes.
struct ConfigReader {
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
