/// The reference of the config file in Documentation/reference/config.md, generated from the tables.
package enum ConfigReference {
    /// `look` is what modules above know: operations, places and parts of the screen, each with what it means.
    package static func markdown(_ look: KeyValuePairs<String, [(name: String, meaning: String)]>) -> String {
        var parts = ["# lede-config: how lede looks and behaves"] + ConfigGuide.introduction
        for section in ConfigGuide.sections {
            parts += ["## \(section.heading)"] + section.paragraphs.map(Markdown.escaped)
            parts.append(section.example.map { "    " + $0 }.joined(separator: "\n"))
        }
        parts.append("## Settings")
        for section in Setting.Section.allCases {
            let settings = Setting.all.filter { $0.section == section }
            let rows = settings.map { ["`\($0.name)`", $0.kind.words, Self.value($0.initial), $0.fullHelp] }
            parts += ["### \(section.rawValue)", Markdown.table(["setting", "value", "default", "effect"], rows)]
        }
        parts.append("## Commands")
        parts.append(
            Markdown.table(["line", "effect"], ConfigCommand.all.map { ["`\($0.name) \($0.operands)`", $0.help] }))
        for (heading, rows) in look {
            parts += ["## \(heading)", Markdown.table(["name", "meaning"], rows.map { ["`\($0.name)`", $0.meaning] })]
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Documentation/reference/newsboat-settings.md, which says for each line of newsboat's config file what lede does
    /// with it.
    package static var newsboat: String {
        let rows = NewsboatOption.names.map { ["`\($0)`", NewsboatOption.fate(of: $0) ?? ""] }
        func row(_ services: [String], _ words: String) -> [String] {
            [services.map { "`\($0)-…`" }.joined(separator: " "), words]
        }
        let unknown = NewsboatOption.unknownServices
        let services = [
            row(NewsboatOption.services.filter { !unknown.contains($0) }, NewsboatOption.wordsOnServices),
            row(unknown, NewsboatOption.wordsOnUnknownServices)
        ]
        let parts = [
            "# newsboat's settings in lede",
            "“lede import newsboat” imports the settings that lede has too. It keeps the other lines as comments with these reasons. lede also reports the reasons if your own config file has such a line.",
            Markdown.table(["newsboat", "lede"], rows + services)
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func value(_ initial: String) -> String { initial.isEmpty ? "" : "`\(initial)`" }
}

extension Setting {
    /// What it does, and what newsboat's values are called.
    fileprivate var fullHelp: String { newsboatValues.map { "\(help) Of newsboat's values, \($0)." } ?? help }
}
