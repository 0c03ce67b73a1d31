package import Configuration
import ViewModels

/// What is wrong with the lines of the config file that say something of the screen and its keys.
package enum ConfigCheck {
    package static func problems(of config: Config) -> [ConfigProblem] {
        KeyMap.problems(of: config) + Theme.problems(of: config) + programs(of: config) + shareProblems(of: config)
    }

    /// Lines that make sense, and mean nothing here.
    package static func notes(on config: Config) -> [ConfigProblem] { Theme.notes(on: config) }

    private static func programs(of config: Config) -> [ConfigProblem] {
        Setting.all.compactMap { setting in
            guard let place = config.value(of: setting).place else { return nil }
            return ExternalCommand.problem(of: setting, in: config).map {
                ConfigProblem(at: place, "\(setting.name): \($0)")
            }
        }
    }

    private static func shareProblems(of config: Config) -> [ConfigProblem] {
        config.lines(named: "share").compactMap { line in
            let words = Array(line.operands.dropFirst())
            return ExternalCommand(CommandLineText.words(words.map(\.text)))?.problem.map {
                ConfigProblem(at: words[0].place, $0)
            }
        }
    }

    /// The reference of the config file, with what keys can do and where, and the parts of the screen.
    package static var reference: String {
        ConfigReference.markdown([
            "Operations": Operation.allCases.map { ($0.rawValue, $0.explanation) },
            "Parts of the screen": Theme.elements.map { ($0.name, $0.meaning) }
        ])
    }
}
