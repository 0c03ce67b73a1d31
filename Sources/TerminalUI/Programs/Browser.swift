import Configuration
import ViewModels

/// The browser: the config file's, that of `$BROWSER`, or the desktop's default.
struct Browser {
    private let command: ExternalCommand

    init(_ config: Config = Config(), environment: [String: String]) {
        // The variable may hold several programs, separated by colons. The first is preferred.
        let preferred = (environment["BROWSER"] ?? "").split(separator: ":").first.map(String.init) ?? ""
        // In the variable, “%s” stands for the URL.
        let words = CommandLineText.split(preferred).map { $0.replacing("%s", with: "%u") }
        command = ExternalCommand(config.command(.browser)) ?? ExternalCommand(words) ?? .desktop
    }

    var name: String { command.name }

    /// Why the browser's command wouldn't work as intended.
    var problem: String? { command.problemWithAddress.map { "\(name): \($0)" } }

    /// The program and its arguments. The URL of `fields` replaces `%u`, or comes last.
    func arguments(_ fields: ShownFields) -> [String] { command.arguments(fields, last: fields.url) }
}
