import Configuration
import ViewModels

/// The program that shows a page: the one that the config file names, or `$BROWSER`, else the desktop's choice.
struct Browser {
    private let command: ExternalCommand

    init(_ config: Config = Config(), environment: [String: String]) {
        // A list of programs may be given, separated by colons; the first is the one preferred.
        let preferred = (environment["BROWSER"] ?? "").split(separator: ":").first.map(String.init) ?? ""
        // There the place of the address is “%s”.
        let words = CommandLineText.split(preferred).map { $0.replacing("%s", with: "%u") }
        command = ExternalCommand(config.command(.browser)) ?? ExternalCommand(words) ?? .desktop
    }

    var name: String { command.name }

    /// Why it would not do what was meant.
    var problem: String? { command.problemWithAddress.map { "\(name): \($0)" } }

    /// The program and its arguments: the address that `fields` lead to goes where `%u` stands, or to the end.
    func arguments(_ fields: ShownFields) -> [String] { command.arguments(fields, last: fields.url) }
}
