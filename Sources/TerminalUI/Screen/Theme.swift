import Configuration
import Patterns
import System
import Terminal
import ViewModels

/// The style of each part of the screen: mostly bold and dim, with one accent from the terminal's palette.
nonisolated struct Theme: Equatable {
    /// Of the 16 colours, magenta is readable on white as well as on black. xterm's cyan is hardly visible on white,
    /// and its blue on black.
    private static let accent: TerminalColor = 5
    private static let alarm: TerminalColor = 1

    var bar = CellStyle(.dim)
    var status = CellStyle.plain
    var name = CellStyle(.bold, foreground: accent)
    var unread = CellStyle(.bold)
    var read = CellStyle(.dim)
    var group = CellStyle(foreground: accent)
    var mark = CellStyle(foreground: accent)
    var problem = CellStyle(foreground: alarm)
    var hint = CellStyle(.dim)
    var article = CellStyle.plain
    var byline = CellStyle(.dim)
    var heading = CellStyle(.bold, foreground: accent)
    var code = CellStyle(foreground: accent)
    var cursor = CellStyle(.reverse)
    var unreadCursor = CellStyle([.reverse, .bold])
    var cursorElsewhere = CellStyle(.underline)
    var key = CellStyle(.dim)
    var background = CellStyle.plain
    /// The hints in the status line, and their keys.
    var statusHint = CellStyle(.dim)
    var statusKey = CellStyle(.dim)
    var highlights = Highlights()
    /// The row styles of the lines with `highlight-article`; nil for an invalid line.
    var highlightedRows: [CellStyle?] = []
    /// The row styles of the lines with `highlight-feed`.
    var highlightedFeeds: [CellStyle?] = []

    /// An unread row above the feeds, which has less weight than the feeds.
    var unreadAbove: CellStyle {
        CellStyle(unread.attributes.subtracting(.bold), foreground: unread.foreground, background: unread.background)
    }

    /// A part of the screen, with its name in the config file. If newsboat has it, the name is newsboat's.
    struct Element {
        let name: String
        let style: WritableKeyPath<Theme, CellStyle> & Sendable
        let meaning: String
    }

    static let elements = [
        Element(name: "listnormal", style: \.read, meaning: "a read row of a list"),
        Element(
            name: "listnormal_unread", style: \.unread, meaning: "an unread row of a list; above the feeds not bold"),
        Element(name: "listgroup", style: \.group, meaning: "a group in the feed list"),
        Element(name: "listfocus", style: \.cursor, meaning: "the selected row"),
        Element(name: "listfocus_unread", style: \.unreadCursor, meaning: "the selected row, if it is unread"),
        Element(
            name: "listfocus_elsewhere", style: \.cursorElsewhere,
            meaning: "the selected row of an unfocused pane"),
        Element(name: "title", style: \.bar, meaning: "the title bar at the top"),
        Element(
            name: "info", style: \.status,
            meaning: "the status line at the bottom, and hints there without their own colours"),
        Element(name: "hint-description", style: \.hint, meaning: "hints in the status line, and other secondary text"),
        Element(name: "article", style: \.article, meaning: "article text"),
        Element(
            name: "byline", style: \.byline,
            meaning: "secondary text in an article: its source, image labels, link numbers, rules"),
        Element(name: "name", style: \.name, meaning: "lede's name, key names and prompts"),
        Element(name: "mark", style: \.mark, meaning: "signs before rows, and the progress of a refresh"),
        Element(name: "problem", style: \.problem, meaning: "error messages"),
        Element(name: "heading", style: \.heading, meaning: "headings in an article"),
        Element(name: "code", style: \.code, meaning: "code in an article"),
        Element(name: "hint-key", style: \.key, meaning: "keys in the hints of the status line"),
        Element(
            name: "background", style: \.background, meaning: "the background of everything without its own")
    ]
}

nonisolated extension Theme {
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

nonisolated extension ConfigLine {
    /// Of a line that styles something, after its colours.
    fileprivate var attributes: ArraySlice<ConfigWord> { words.dropFirst(name == "highlight" ? 5 : 4) }
}

nonisolated extension CellStyle {
    /// The style on the background of `base`, perhaps also in its colour.
    fileprivate func over(_ base: CellStyle, inItsColor: Bool) -> CellStyle {
        guard inItsColor else { return over(base) }
        return CellStyle(attributes, foreground: base.foreground, background: base.background)
    }

    /// The style described by words of the config file: `FOREGROUND [BACKGROUND [ATTRIBUTE]…]`.
    init(_ words: ArraySlice<ConfigWord>) throws(ConfigProblem) {
        var words = words
        self.init()
        foreground = try words.popFirst().flatMap(Self.color)
        background = try words.popFirst().flatMap(Self.color)
        for word in words { self = adding(try Self.attribute(word)) }
    }

    private static func attribute(_ word: ConfigWord) throws(ConfigProblem) -> Attributes {
        if let attribute = named[word.text] { return attribute }
        if ignoredAttributes.contains(word.text) { return [] }
        let hint = NearestName.hint(for: word.text, among: named.keys.sorted())
        throw ConfigProblem(at: word.place, "unknown attribute “\(word.text)”\(hint)")
    }

    /// Nobody wants blinking or invisible text.
    fileprivate static let ignoredAttributes: Set<String> = ["blink", "invis", "protect"]

    private static let named: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "standout": .reverse
    ]

    /// Nil for the terminal's default colour.
    private static func color(_ word: ConfigWord) throws(ConfigProblem) -> TerminalColor? {
        if word.text == "default" { return nil }
        if let index = names.firstIndex(of: word.text) { return .palette(UInt8(index)) }
        if word.text.hasPrefix("color"), let number = UInt8(word.text.dropFirst(5)) { return .palette(number) }
        if let color = TerminalColor(hex: word.text) { return color }
        let hint = NearestName.hint(for: word.text, among: names + ["default"])
        throw ConfigProblem(
            at: word.place,
            "“\(word.text)” isn't a colour: use one like red, color208, \"#ff8700\" or default\(hint)")
    }

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
}

/// The regular expressions of the config file, and the styles of their matches.
nonisolated struct Highlights: Equatable {
    private var rules: [(screen: Screen?, finder: PatternFinder, style: CellStyle)] = []

    static func == (one: Highlights, other: Highlights) -> Bool {
        one.rules.elementsEqual(other.rules) {
            $0.screen == $1.screen && $0.finder.source == $1.finder.source && $0.style == $1.style
        }
    }

    /// Adds a line such as `highlight articlelist "swift|rust" yellow default bold`.
    mutating func add(_ line: ConfigLine) throws(ConfigProblem) {
        let (name, source) = (line.words[1], line.words[2])
        let style = try CellStyle(line.words[3...])
        let screen = name.text == "feeds" ? .feeds : Screen(rawValue: name.text)
        guard screen != nil || name.text == "all" else {
            let hint = NearestName.hint(for: name.text, among: ["feedlist", "articlelist", "article", "all"])
            throw ConfigProblem(at: name.place, "unknown context “\(name.text)”\(hint)")
        }
        do throws(PatternSource.Problem) {
            rules.append((screen, try PatternFinder(PatternSource(source.text)), style))
        } catch {
            throw ConfigProblem(at: source.place, "“\(source.text)”: \(error.reason)")
        }
    }

    /// The matches in a text of a screen. If rules overlap, the later one is drawn last.
    func matches(in text: String, at screen: Screen) -> [(range: Range<String.Index>, style: CellStyle)] {
        rules.filter { $0.screen == nil || $0.screen == screen }.flatMap { rule in
            rule.finder.ranges(in: text).map { ($0, rule.style) }
        }
    }
}

nonisolated extension Config {
    /// The config with the theme that suits the terminal. For `auto`, the dark or the light theme if the background is
    /// known. The themes dark, light and auto need 256 colours; with fewer, lede uses a theme of 16 colours that suits
    /// both backgrounds.
    func suited(to background: TerminalBackground?, colors: Int) -> Config {
        if colors < 256 { return ["dark", "light"].contains(text(.theme)) ? beginning(withTheme: "16") : self }
        guard text(.theme) == "auto", let background else { return self }
        return beginning(withTheme: background == .dark ? "dark" : "light")
    }

    var asksForBackground: Bool { ["auto", "dark", "light"].contains(text(.theme)) }
}

nonisolated extension Theme {
    /// The theme of a config on a terminal. If that has another background than the one for which the theme dark or light
    /// is made, the theme brings its own, unless a line sets it. An unknown background is probably dark.
    func filled(by config: Config, on terminal: TerminalBackground?) -> Theme {
        guard let meant = TerminalBackground(rawValue: config.text(.theme)), meant != terminal ?? .dark,
            Self.count("background", in: config) == 1
        else { return self }
        var theme = self
        theme.background.background = meant == .light ? 231 : 234
        return theme
    }

    /// The theme on a terminal with `count` colours. If the terminal can't show the cursor's colours, reverse video or
    /// an underline replaces them.
    func seen(inColors count: Int) -> Theme {
        var theme = self
        for cursor in [\Theme.cursor, \.unreadCursor] where !self[keyPath: cursor].isSeen(inColors: count) {
            theme[keyPath: cursor] = CellStyle(self[keyPath: cursor].attributes.union(.reverse))
        }
        if !cursorElsewhere.isSeen(inColors: count) {
            theme.cursorElsewhere = CellStyle(cursorElsewhere.attributes.union(.underline))
        }
        return theme
    }
}

nonisolated extension CellStyle {
    /// Whether it stands out: without colours, with a colour that the terminal has, or in reverse video or underlined.
    /// Bold isn't enough, as other rows are bold, too.
    fileprivate func isSeen(inColors count: Int) -> Bool {
        let colors = [foreground, background].compactMap(\.self)
        return colors.isEmpty || colors.contains { $0.isShown(inColors: count) }
            || !attributes.isDisjoint(with: [.reverse, .underline])
    }
}

nonisolated extension TerminalColor {
    /// Whether a terminal with `count` colours can show exactly this one.
    fileprivate func isShown(inColors count: Int) -> Bool {
        switch self {
        case .palette(let number): Int(number) < count
        case .rgb: count >= 256
        }
    }
}

nonisolated extension CellStyle {
    /// The style, with the background of `base` if it has none itself. In the colour of that background, nobody could
    /// read it, so it has the colour of `base`.
    func over(_ base: CellStyle) -> CellStyle {
        let isHidden = background == nil && foreground != nil && foreground == base.background
        return CellStyle(
            attributes, foreground: isHidden ? base.foreground : foreground, background: background ?? base.background)
    }
}
