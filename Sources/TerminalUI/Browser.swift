/// The program that shows a page: the one that `$BROWSER` names, else the desktop's choice.
struct Browser {
    private let command: [String]

    init(environment: [String: String]) {
        // A list of programs may be given, separated by colons; the first is the one preferred.
        let preferred = (environment["BROWSER"] ?? "").split(separator: ":").first?.split(separator: " ") ?? []
        command = preferred.isEmpty ? ["xdg-open"] : preferred.map(String.init)
    }

    var name: String { command[0] }

    /// The program and its arguments: the address goes where `%s` or `%u` stands, or to the end.
    func arguments(for url: String) -> [String] {
        let hasPlace = command.contains { $0 == "%s" || $0 == "%u" }
        return hasPlace ? command.map { $0 == "%s" || $0 == "%u" ? url : $0 } : command + [url]
    }
}
