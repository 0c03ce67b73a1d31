import Terminal

/// What each part of the screen looks like: weight and dimness first, one accent, in the terminal's own palette.
struct Theme: Equatable {
    /// Magenta is of the sixteen what is read on white as well as on black: xterm's cyan can hardly be seen on white, and its
    /// blue on black.
    private static let accent: TerminalColor = 5
    private static let alarm: TerminalColor = 1

    var bar = CellStyle(.dim)
    var status = CellStyle.plain
    var name = CellStyle(.bold, foreground: accent)
    var unread = CellStyle(.bold)
    var read = CellStyle(.dim)
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
    var highlights = Highlights()
    /// What rows look like that `highlight-article` means, of each of its lines; nil where that makes no sense.
    var highlightedRows: [CellStyle?] = []
    /// The same of feeds, by `highlight-feed`.
    var highlightedFeeds: [CellStyle?] = []
}

extension Theme {
    /// A part of the screen, as the config file calls it: by newsboat's name where newsboat has it.
    struct Element {
        let name: String
        let style: WritableKeyPath<Theme, CellStyle>
        let meaning: String
    }

    static let elements = [
        Element(name: "listnormal", style: \.read, meaning: "a row of a list that is read"),
        Element(name: "listnormal_unread", style: \.unread, meaning: "a row of a list that is unread"),
        Element(name: "listfocus", style: \.cursor, meaning: "the row that the cursor is on"),
        Element(name: "listfocus_unread", style: \.unreadCursor, meaning: "the same where it is unread"),
        Element(
            name: "listfocus_elsewhere", style: \.cursorElsewhere,
            meaning: "the row that the cursor is on in a pane that you are not in"),
        Element(name: "title", style: \.bar, meaning: "the line on top"),
        Element(name: "info", style: \.status, meaning: "the line at the foot"),
        Element(name: "hint-description", style: \.hint, meaning: "the hints at the foot, and what is said by the way"),
        Element(name: "article", style: \.article, meaning: "the text of an article"),
        Element(
            name: "byline", style: \.byline,
            meaning: "what steps back in an article: where it is from, pictures, numbers of links, rules"),
        Element(name: "name", style: \.name, meaning: "lede's name, and the names of keys and prompts"),
        Element(name: "mark", style: \.mark, meaning: "the signs before rows, and how far a refresh has got"),
        Element(name: "problem", style: \.problem, meaning: "what went wrong"),
        Element(name: "heading", style: \.heading, meaning: "headings of an article"),
        Element(name: "code", style: \.code, meaning: "code in an article"),
        Element(name: "hint-key", style: \.key, meaning: "the keys among the hints"),
        Element(
            name: "background", style: \.background, meaning: "what is behind everything that says nothing of its own")
    ]
}
