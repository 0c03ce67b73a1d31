import Configuration
import Glibc
import MovingIn
import Subscriptions
import System
import Terminal
import TerminalUI
import ViewModels

extension Subcommand {
    static let configCheck = Subcommand(
        name: "config check", summary: "report invalid lines in config and urls",
        details: [
            "Prints the file, line and column of each problem. lede ignores invalid lines and uses the rest.",
            "Also prints notes on valid lines that have no effect, or a different effect from newsboat's."
        ],
        options: [.json],
        exits: [Exit(code: 1, meaning: "some lines are invalid")]
    ) { arguments in
        let paths = try arguments.paths()
        let (config, urls) = (Config.read(paths), UrlsFile(path: paths.urls))
        let list = urls.exists ? try urls.read() : UrlsList("")
        let problems = config.allProblems + list.allProblems.map { ConfigProblem($0, in: urls.path) }
        let notes = config.allNotes + list.filterNotes(in: urls.path)
        let files = config.files + [urls.path]
        let remarks = problems.map { ($0, false) } + notes.map { ($0, true) }
        for (problem, isNote) in remarks.sorted(by: { $0.0.place.comes(before: $1.0.place, in: files) }) {
            if arguments.has("--json") {
                arguments.output.line(problem.json(isNote: isNote))
            } else {
                arguments.output.columns("\(problem.place): \(isNote ? "note: " : "")\(problem.message)")
            }
        }
        if problems.isEmpty, !arguments.has("--json"), arguments.output.width != nil {
            let checked = [paths.config, urls.path].filter(PrivateFiles.exists)
            arguments.output.columns(
                "no problems" + (checked.isEmpty ? "" : " in \(checked.joined(separator: " and "))"))
        }
        return problems.isEmpty ? 0 : 1
    }

    static let configShow = Subcommand(
        name: "config show", operands: "[SETTING…]",
        summary: "print settings, their source and default",
        details: [
            "Prints each setting's value and the line that sets it, or “default”. If a line sets it, also prints its default."
        ],
        options: [.json],
        examples: [Example(line: "lede config show text-width", meaning: "print the width of articles and its source")]
    ) { arguments in
        let config = Config.read(try arguments.paths())
        var table = TextTable(.left, .flexible, .flexible, .left, keepingSpaces: true)
        if arguments.output.width != nil, !arguments.has("--json") {
            table.add("setting", "value", "source", "default")
        }
        for setting in try arguments.settings() {
            let value = config.value(of: setting)
            if arguments.has("--json") {
                arguments.output.line(setting.json(value))
            } else {
                table.add(
                    setting.name, value.writtenText, value.place.map { "\($0.path):\($0.line)" } ?? "default",
                    value.place == nil ? "" : setting.initial)
            }
        }
        table.show(on: arguments.output)
        return 0
    }

    static let configEdit = Subcommand(
        name: "config edit", summary: "edit the config file, then check it",
        details: ["Uses the editor in $VISUAL, otherwise $EDITOR, otherwise vi. Creates the file if it doesn't exist."],
        exits: [Exit(code: 1, meaning: "the editor failed, or the file has invalid lines")]
    ) { arguments in
        let paths = try arguments.paths()
        if !PrivateFiles.exists(paths.config) {
            try PrivateFiles.makeDirectory(paths.configDirectory)
            try PrivateFiles.write(Array(ConfigSample.text.utf8), to: paths.config)
        }
        try arguments.edit(paths.config)
        let problems = Config.read(paths).allProblems
        for problem in problems { arguments.output.complain(problem.description) }
        return problems.isEmpty ? 0 : 1
    }
}

extension ConfigProblem {
    fileprivate init(_ problem: UrlsProblem, in path: String) {
        self.init(at: ConfigPlace(path: path, line: problem.line, column: problem.column), problem.reason)
    }
}

extension Config.Value {
    fileprivate var text: String { words.map(ConfigWord.quoted).joined(separator: " ") }

    /// The value as the user wrote it.
    fileprivate var writtenText: String { written.map(ConfigWord.quoted).joined(separator: " ") }
}

extension ConfigProblem {
    fileprivate func json(isNote: Bool) -> JSON {
        .object([
            "path": .string(place.path), "line": .integer(place.line), "column": .integer(place.column),
            "message": .string(message), "note": .bool(isNote)
        ])
    }
}

extension Setting {
    fileprivate func json(_ value: Config.Value) -> JSON {
        .object([
            "name": .string(name), "value": .string(value.text), "default": .string(initial),
            "path": JSON(value.place?.path), "line": JSON(value.place?.line), "section": .string(section.rawValue),
            "takes": .string(kind.words), "help": .string(help)
        ])
    }
}

extension Arguments {
    /// The named settings, or all settings if none is named.
    fileprivate func settings() throws(CommandFailure) -> [Setting] {
        var settings: [Setting] = []
        for name in operands {
            guard let setting = Setting.named(name) else {
                throw .usage(
                    "unknown setting “\(name)”", nearest: name, among: Setting.all.map(\.name),
                    otherwise: "“lede config show” lists all settings")
            }
            settings.append(setting)
        }
        return settings.isEmpty ? Setting.all : settings
    }

    /// Opens a file in the user's editor, and waits until the editor ends.
    fileprivate func edit(_ path: String) throws(CommandFailure) {
        let editor = Editor(environment: environment)
        let end = ForegroundProcess.runAndWait(editor.arguments(for: path), environment)
        guard let problem = end.problem(of: editor.name) else { return }
        if case .notStarted = end { throw .failed("\(problem): set EDITOR to another program") }
        throw .failed(problem)
    }
}

extension Config {
    /// The problems of the config file, in the order of its lines.
    var allProblems: [ConfigProblem] {
        let look = ConfigCheck.problems(of: self)
        let filters = articleHighlights.problems + feedHighlights.problems + filterProblems + cacheFilterProblems
        return (problems + look + rules.problems + filters).sorted { $0.place.comes(before: $1.place, in: files) }
    }

    /// Lines that are valid, but have another meaning in lede than in the reader that they come from.
    fileprivate var allNotes: [ConfigProblem] { filterNotes + ConfigCheck.notes(on: self) }

    /// Problems and notes, for a config imported from another reader.
    var verdict: ConfigVerdict { ConfigVerdict(problems: allProblems, notes: allNotes) }
}

extension ConfigPlace {
    /// Whether it is in an earlier file, or further up in the same.
    func comes(before other: ConfigPlace, in files: [String]) -> Bool {
        let order = { (place: ConfigPlace) in files.firstIndex(of: place.path) ?? files.count }
        return (order(self), line, column) < (order(other), other.line, other.column)
    }
}
