package import Configuration
import Files

/// Files of lede's that an import makes where there are none, and what became of the other reader's.
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
                path: path, config: config, leftOut: moved.leftOut(verdict.problems),
                unlike: moved.unlike(verdict.notes, besides: verdict.problems)))
    }

    /// What was typed at a prompt of the other reader's can be recalled at lede's.
    mutating func add(history path: String, as file: String, keeping limit: Int) {
        let typed = HistoryFile(path: path).read()
        guard !typed.isEmpty, !PrivateFiles.exists(file) else { return }
        let lines = typed.reduce(into: [String]()) { $0 = HistoryFile.adding($1, to: $0, keeping: limit) }
        contents.append((file, Array(lines.map { $0 + "\n" }.joined().utf8)))
        fates.append(.history(path: path, lines: lines.count))
    }
}

/// What is wrong with a config, and what means something else in lede than in the reader it comes from.
package struct ConfigVerdict: Sendable {
    package let problems: [ConfigProblem]
    package let notes: [ConfigProblem]

    package init(problems: [ConfigProblem], notes: [ConfigProblem]) {
        (self.problems, self.notes) = (problems, notes)
    }
}
