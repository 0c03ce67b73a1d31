import Terminal

/// The style of each part of the screen: mostly bold and dim, with one accent from the terminal's palette.
struct Theme: Equatable {
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
}

extension Theme {
    /// A part of the screen, with its name in the config file. If newsboat has it, the name is newsboat's.
    struct Element {
        let name: String
        let style: WritableKeyPath<Theme, CellStyle>
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
