/// The reference of the config file, as Documentation/reference/config.md has it: made from the tables.
package enum ConfigReference {
    /// `look` is what rooms above know: operations, places and parts of the screen, each with what it means.
    package static func markdown(_ look: KeyValuePairs<String, [(name: String, meaning: String)]>) -> String {
        var parts = ["# lede-config: how lede looks and behaves"] + ConfigGuide.introduction
        for section in ConfigGuide.sections {
            parts += ["## \(section.heading)"] + section.paragraphs.map(escaped)
            parts.append(section.example.map { "    " + $0 }.joined(separator: "\n"))
        }
        parts.append("## Settings")
        for section in Setting.Section.allCases {
            let settings = Setting.all.filter { $0.section == section }
            let rows = settings.map { ["`\($0.name)`", $0.kind.words, Self.value($0.initial), $0.fullHelp] }
            parts += ["### \(section.rawValue)", table(["setting", "takes", "at first", "what it does"], rows)]
        }
        parts.append("## Other lines")
        parts.append(
            table(["line", "what it does"], ConfigCommand.all.map { ["`\($0.name) \($0.operands)`", $0.help] }))
        for (heading, rows) in look {
            parts += ["## \(heading)", table(["name", "meaning"], rows.map { ["`\($0.name)`", $0.meaning] })]
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// What becomes of each line of newsboat's config file, as Documentation/reference/newsboat-settings.md has it.
    package static var newsboat: String {
        let rows = NewsboatOption.names.map { ["`\($0)`", NewsboatOption.fate(of: $0) ?? ""] }
        let services = NewsboatOption.services.map { "`\($0)-…`" }.joined(separator: " ")
        let parts = [
            "# What becomes of newsboat's settings",
            "“lede import newsboat” brings over what lede does too, and leaves the rest in the file as comments with these reasons. They are given as well where such a line stands in lede's own config file.",
            table(["newsboat", "lede"], rows + [[services, NewsboatOption.wordsOnServices]])
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func value(_ initial: String) -> String { initial.isEmpty ? "" : "`\(initial)`" }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows.map { $0.map(Self.cell) }
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// Characters that Markdown would take for signs of its own.
    private static func escaped(_ text: String) -> String {
        text.map { "\\`<>#*_".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

extension Setting {
    /// What it does, and what newsboat's values are called.
    fileprivate var fullHelp: String { newsboatValues.map { "\(help) Of newsboat's values, \($0)." } ?? help }
}
