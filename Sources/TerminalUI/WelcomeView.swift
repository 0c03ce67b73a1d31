import Signals
import Terminal
import ViewModels

/// What someone sees who has no feeds yet: what lede is, and what to do first.
struct WelcomeView {
    let model: ReaderModel
    let keys: KeyMap
    let theme: Theme

    /// As wide as the longest of the texts, with a cell of air on both sides.
    private static let columns = 38

    /// The rows of what is offered.
    static func offers(on canvas: Canvas) -> Canvas {
        canvas.centered(columns: columns).part(row: top(on: canvas) + 3, rows: Offer.allCases.count)
    }

    private static func top(on canvas: Canvas) -> Int { max(0, (canvas.rows - Offer.allCases.count - 4) / 2) }

    func draw(on canvas: Canvas) {
        let column = canvas.centered(columns: Self.columns)
        let top = Self.top(on: canvas)
        column.write("Welcome to lede", row: top, column: 1, style: theme.heading)
        column.write("There are no feeds yet. How to begin?", row: top + 1, column: 1, style: theme.hint)
        for (index, offer) in Offer.allCases.enumerated() {
            let row = Self.offers(on: canvas).part(row: index, rows: 1)
            draw(offer, isSelected: index == model.offer.row, on: row)
        }
    }

    private func draw(_ offer: Offer, isSelected: Bool, on canvas: Canvas) {
        let row = theme.row(isSelected: isSelected)
        row.fill(canvas)
        let key = keys.keyName(of: offer.operation, in: .welcome) ?? ""
        canvas.write(key, row: 0, column: 2, style: row.style(theme.name))
        canvas.write(offer.name, row: 0, column: 5, style: row.style(.plain))
    }
}
