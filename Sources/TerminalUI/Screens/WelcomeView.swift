import Configuration
import FoundationEssentials
import Terminal
import ViewModels

/// The first screen, while there are no feeds: what lede is, and how to start.
struct WelcomeView: ScreenView {
    static let (helpHeading, plural) = ("on the welcome screen", "welcome screen")
    static let firstKeys: [FirstKey] = [
        FirstKey(.startWithStarterFeeds, does: "add the starter feeds"),
        FirstKey(.importReader, does: "import from newsboat, newsraft or sfeed"),
        FirstKey(.addFeed, does: "add a feed by the URL of the feed or its site"),
        FirstKey(.importOPML, does: "import feeds from an OPML file"),
        FirstKey(.open, does: "choose the selected option")
    ]
    let model: ReaderModel

    func follow(by schedule: PaintSchedule) { schedule.follow(model.screens.welcome.$cursor) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        let column = canvas.centered(columns: columns)
        let top = top(on: canvas)
        column.write("Welcome to lede", row: top, column: 1, style: theme.heading)
        column.write("You don't have any feeds yet.", row: top + 1, column: 1, style: theme.hint)
        column.write("Choose how to start:", row: top + 2, column: 1, style: theme.hint)
        for (index, offer) in model.screens.welcome.offers.enumerated() {
            let row = theme.row(isSelected: index == model.screens.welcome.cursor.row)
            draw(offer, as: row, on: offers(on: canvas).part(row: index, rows: 1))
        }
        // Long lists of offers leave no room for it on small screens.
        guard model.session.config.isOn(.autoReload) else { return }
        for (index, line) in Self.automatic.enumerated() {
            let row = top + 5 + model.screens.welcome.offers.count + index
            column.write(line, row: row, column: 1, style: theme.hint)
        }
    }

    /// What lede will do by itself.
    private static let automatic = [
        "lede then refreshes feeds by itself,", "unless config has “auto-reload no”."
    ]

    private func draw(_ offer: Offer, as row: RowStyle, on canvas: Canvas) {
        row.fill(canvas)
        let key = model.session.keyName(offer.operation) ?? ""
        canvas.write(key, row: 0, column: 2, style: row.style(row.theme.name))
        let name = canvas.columns < columns ? offer.shortName : offer.name
        canvas.write(name, row: 0, column: Self.indent, style: row.style(.plain))
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let cell = offers(on: canvas).cell(of: event) else { return false }
        model.screens.welcome.choose(inRow: cell.row)
        return true
    }

    /// The column of the offers' names, after their keys.
    private static let indent = 5

    /// The width of the longest text, with an empty cell on both sides.
    private var columns: Int { max(38, (model.screens.welcome.offers.map(\.name.count).max() ?? 0) + Self.indent + 1) }

    /// The rows with the offers.
    private func offers(on canvas: Canvas) -> Canvas {
        canvas.centered(columns: columns).part(row: top(on: canvas) + 4, rows: model.screens.welcome.offers.count)
    }

    private func top(on canvas: Canvas) -> Int { max(0, (canvas.rows - model.screens.welcome.offers.count - 7) / 2) }
}

// Words.
extension WelcomeView {
    var title: String { "welcome" }
    var hinted: [HintedOperation] {
        [
            HintedOperation(.open, "choose"), HintedOperation(.back, "quit"), HintedOperation(.help, "keys")
        ]
    }
}
