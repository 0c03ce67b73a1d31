import Configuration
import Glibc
import Processes
import Terminal
import TerminalUI
import ViewModels

extension Verb {
    static let configCheck = Verb(
        name: "config check", summary: "name the lines of the config file that make no sense",
        details: [
            "Each is printed with its file, line and column. The other lines count all the same, and so they do where some are wrong."
        ],
        options: [json],
        exits: [Exit(code: 1, meaning: "there are such lines")]
    ) { arguments in
        let problems = Config.read(try arguments.paths()).allProblems
        for problem in problems {
            if arguments.has("--json") {
                Output.line(problem.json)
            } else {
                Output.columns(problem.description)
            }
        }
        return problems.isEmpty ? 0 : 1
    }

    static let configShow = Verb(
        name: "config show", operands: "[SETTING…]",
        summary: "print what is set, the line that says so, and what it is at first",
        options: [json],
        examples: [Example(line: "lede config show text-width", meaning: "how wide articles are set, and who says so")]
    ) { arguments in
        let config = Config.read(try arguments.paths())
        var table = TextTable(.left, .flexible, .flexible, .left)
        for setting in try arguments.settings() {
            let value = config.value(of: setting)
            if arguments.has("--json") {
                Output.line(setting.json(value))
            } else {
                table.add(
                    setting.name, value.text, value.place.map { "\($0.path):\($0.line)" } ?? "as at first",
                    value.place == nil ? "" : setting.initial)
            }
        }
        table.show()
        return 0
    }

    static let configEdit = Verb(
        name: "config edit", summary: "open the config file in your editor, and check it afterwards",
        details: ["The editor is the one that $VISUAL names, or $EDITOR, else vi. A file that isn't there is made."],
        exits: [Exit(code: 1, meaning: "the editor failed, or left lines that make no sense")]
    ) { arguments in
        let paths = try arguments.paths()
        if !PrivateFiles.exists(paths.config) {
            try PrivateFiles.makeDirectory(paths.configDirectory)
            try PrivateFiles.write(Array(ConfigSample.text.utf8), to: paths.config)
        }
        try arguments.edit(paths.config)
        let problems = Config.read(paths).allProblems
        for problem in problems { Output.complain(problem.description) }
        return problems.isEmpty ? 0 : 1
    }
}

extension Config {
    /// What is wrong with the file, in the order of its lines.
    var allProblems: [ConfigProblem] {
        let look = MainActor.assumeIsolated { ConfigCheck.problems(of: self) }
        let order = { (problem: ConfigProblem) in files.firstIndex(of: problem.place.path) ?? files.count }
        let filters = articleHighlights.problems + feedHighlights.problems + filterProblems
        return (problems + look + rules.problems + filters).sorted {
            (order($0), $0.place.line, $0.place.column) < (order($1), $1.place.line, $1.place.column)
        }
    }
}

extension Config.Value {
    fileprivate var text: String { words.map(ConfigWord.quoted).joined(separator: " ") }
}

extension ConfigProblem {
    fileprivate var json: JSON {
        .object([
            "path": .string(place.path), "line": .integer(place.line), "column": .integer(place.column),
            "message": .string(message)
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
    /// The settings that are named, or all of them.
    fileprivate func settings() throws(CommandFailure) -> [Setting] {
        var settings: [Setting] = []
        for name in operands {
            guard let setting = Setting.named(name) else {
                throw .usage("there is no setting “\(name)”", nearest: name, among: Setting.all.map(\.name))
            }
            settings.append(setting)
        }
        return settings.isEmpty ? Setting.all : settings
    }

    /// Opens a file in the person's editor, and waits until they have left it.
    fileprivate func edit(_ path: String) throws(CommandFailure) {
        let editor = Editor(environment: environment)
        let name = editor.name
        switch ForegroundProcess.runAndWait(editor.arguments(for: path), environment) {
        case .exited(0): return
        case .exited(let code): throw .failed("\(name) ended with exit code \(code)")
        case .killed(let signal): throw .failed("\(name) was ended by signal \(signal)")
        case .notStarted(let reason):
            throw .failed("\(name) can't be started: \(reason): set EDITOR to another program")
        }
    }
}
