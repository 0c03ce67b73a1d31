package import Configuration
import ViewModels

/// Finds problems in the lines of the config file about the screen, keys and programs.
package nonisolated enum ConfigCheck {
    package static func problems(of config: Config) -> [ConfigProblem] {
        KeyMap.problems(of: config) + Theme.problems(of: config) + programs(of: config) + shareProblems(of: config)
    }

    /// Valid lines that have no effect in lede.
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
}
