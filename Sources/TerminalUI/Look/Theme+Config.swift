import Configuration
import Spelling
import Terminal

extension Theme {
    /// The theme of the config file. If a line is invalid, its part keeps its look from `before`.
    init(_ config: Config, before: Theme = Theme()) {
        for line in config.lines(named: "color", "highlight") {
            do throws(ConfigProblem) { try apply(line) } catch {
                if line.name == "color" { keep(line.words[1].text, as: before) }
            }
        }
        let (cursors, unreadCursors) = (Self.count("listfocus", in: config), Self.count("listfocus_unread", in: config))
        // A line for only one of the two cursors applies to both, as each theme sets both.
        if cursors > unreadCursors { unreadCursor = cursor.adding(.bold) }
        // Likewise, a line for only the status line applies to the hints in it, which keep their attributes.
        let infos = Self.count("info", in: config)
        statusHint = hint.over(status, inItsColor: infos > Self.count("hint-description", in: config))
        statusKey = key.over(status, inItsColor: infos > Self.count("hint-key", in: config))
        highlightedRows = config.lines(named: "highlight-article").map { try? CellStyle($0.words[2...]) }
        highlightedFeeds = config.lines(named: "highlight-feed").map { try? CellStyle($0.words[2...]) }
    }

    /// How many lines of a config set the look of a part.
    private static func count(_ part: String, in config: Config) -> Int {
        config.lines(named: "color").count { $0.words[1].text == part }
    }

    private mutating func keep(_ name: String, as before: Theme) {
        guard let style = Self.elements.first(where: { $0.name == name })?.style else { return }
        self[keyPath: style] = before[keyPath: style]
    }

    static func problems(of config: Config) -> [ConfigProblem] {
        var theme = Theme()
        return stylings(in: config).compactMap { line in
            do throws(ConfigProblem) {
                if line.name.hasPrefix("highlight-") {
                    _ = try CellStyle(line.words[2...])
                } else {
                    try theme.apply(line)
                }
            } catch {
                return error
            }
            return nil
        }
    }

    static func notes(on config: Config) -> [ConfigProblem] {
        let parts = config.lines(named: "color").map { $0.words[1] }.filter { newsboatElements.contains($0.text) }
        let attributes = stylings(in: config).flatMap(\.attributes)
            .filter { CellStyle.ignoredAttributes.contains($0.text) }
        return parts.map { name in
            ConfigProblem(
                at: name.place, "newsboat's “\(name.text)” isn't a part of lede's screen, so this line has no effect")
        }
            + attributes.map { ConfigProblem(at: $0.place, "lede ignores “\($0.text)”: its text is always visible") }
    }

    private static func stylings(in config: Config) -> [ConfigLine] {
        config.lines(named: "color", "highlight", "highlight-article", "highlight-feed")
    }

    private mutating func apply(_ line: ConfigLine) throws(ConfigProblem) {
        if line.name == "highlight" { return try highlights.add(line) }
        let style = try CellStyle(line.words[2...])
        let name = line.words[1]
        if let element = Self.elements.first(where: { $0.name == name.text }) {
            return self[keyPath: element.style] = style
        }
        // Parts of newsboat's screen that lede doesn't have, or leaves to the terminal.
        if Self.newsboatElements.contains(name.text) { return }
        let hint = NearestName.hint(for: name.text, among: Self.elements.map(\.name))
        throw ConfigProblem(at: name.place, "unknown part of the screen “\(name.text)”\(hint)")
    }

    private static let newsboatElements: Set<String> = [
        "listnormal_deleted", "listfocus_deleted", "hint-keys-delimiter", "hint-separator", "end-of-text-marker"
    ]
}

extension ConfigLine {
    /// Of a line that styles something, after its colours.
    fileprivate var attributes: ArraySlice<ConfigWord> { words.dropFirst(name == "highlight" ? 5 : 4) }
}

extension CellStyle {
    /// The style on the background of `base`, perhaps also in its colour.
    fileprivate func over(_ base: CellStyle, inItsColor: Bool) -> CellStyle {
        guard inItsColor else { return over(base) }
        return CellStyle(attributes, foreground: base.foreground, background: base.background)
    }
}
