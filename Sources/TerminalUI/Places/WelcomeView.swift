import FoundationEssentials
import Terminal
import ViewModels

/// What someone sees who has no feeds yet: what lede is, and what to do first.
struct WelcomeView: PlaceView {
    static let (helpHeading, plural) = ("on the welcome screen", "welcome screen")
    static let firstKeys: [FirstKey] = [
        FirstKey(.startWithStarterFeeds, does: "add the starter feeds"),
        FirstKey(.addFeed, does: "add a feed by URL"),
        FirstKey(.importOPML, does: "import feeds from an OPML file"),
        FirstKey(.open, does: "choose the selected option"),
        FirstKey(.back, does: "quit")
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    func follow(by schedule: PaintSchedule) { schedule.follow(model.welcome.$offer) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        let column = canvas.centered(columns: Self.columns)
        let top = Self.top(on: canvas)
        column.write("Welcome to lede", row: top, column: 1, style: theme.heading)
        column.write("You don't have any feeds yet.", row: top + 1, column: 1, style: theme.hint)
        column.write("Choose how to start:", row: top + 2, column: 1, style: theme.hint)
        for (index, offer) in Offer.allCases.enumerated() {
            let row = theme.row(isSelected: index == model.offer.row)
            draw(offer, as: row, on: Self.offers(on: canvas).part(row: index, rows: 1))
        }
    }

    private func draw(_ offer: Offer, as row: RowStyle, on canvas: Canvas) {
        row.fill(canvas)
        let key = model.session.keyName(offer.operation) ?? ""
        canvas.write(key, row: 0, column: 2, style: row.style(row.theme.name))
        canvas.write(offer.name, row: 0, column: 5, style: row.style(.plain))
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let cell = Self.offers(on: canvas).cell(of: event) else { return false }
        model.chooseOffer(inRow: cell.row)
        return true
    }

    /// As wide as the longest of the texts, with a cell of air on both sides.
    private static let columns = 38

    /// The rows of what is offered.
    private static func offers(on canvas: Canvas) -> Canvas {
        canvas.centered(columns: columns).part(row: top(on: canvas) + 4, rows: Offer.allCases.count)
    }

    private static func top(on canvas: Canvas) -> Int { max(0, (canvas.rows - Offer.allCases.count - 5) / 2) }
}

// Words.
extension WelcomeView {
    var title: String { "welcome" }
    var hinted: [HintedOperation] { Self.hinted }

    private static let hinted = [HintedOperation(.open, "choose"), HintedOperation(.help, "keys")]
}
