package import Configuration
import Files

/// The files that an import creates for lede where none exist, and what happened to the other reader's files.
struct MovedFiles: Sendable {
    private(set) var contents: [(path: String, bytes: [UInt8])] = []
    private(set) var fates: [ImportReport.FileFate] = []

    /// The other reader's config file becomes lede's.
    mutating func add(
        _ moved: MovedConfig, from path: String, as config: String, judge: (Config) -> ConfigVerdict
    ) {
        guard !PrivateFiles.exists(config) else { return fates.append(.configStays(path: path, config: config)) }
        let verdict = judge(moved.config)
        contents.append((config, Array(moved.text(without: verdict.problems).utf8)))
        fates.append(
            .config(
                path: path, config: config,
                remarks: ConfigRemarks(
                    leftOut: moved.leftOut(verdict.problems),
                    unlike: moved.withOtherMeaning(verdict.notes, besides: verdict.problems),
                    programs: moved.runningPrograms(besides: verdict.problems))))
    }

    /// Adds the inputs at a prompt of the other reader to the history of lede's prompt.
    mutating func add(history path: String, as file: String, keeping limit: Int) {
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        contents.append((file, Array(lines.map { $0 + "\n" }.joined().utf8)))
        fates.append(.history(path: path, lines: lines.count))
    }
}

/// The problems of a config, and its lines that mean something else in lede than in the reader they come from.
package struct ConfigVerdict: Sendable {
    package let problems: [ConfigProblem]
    package let notes: [ConfigProblem]

    package init(problems: [ConfigProblem], notes: [ConfigProblem]) {
        (self.problems, self.notes) = (problems, notes)
    }
}
