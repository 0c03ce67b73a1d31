import Signals
import Terminal
import Typesetting
import ViewModels

/// A text that is paged through: an article, the help.
struct PagerView {
    let pager: PagerModel
    let theme: Theme
    var place = Place.article

    func draw(on canvas: Canvas) {
        // A little air above and at the sides, where there is room for it.
        let text = canvas.rows >= 12 ? canvas.part(row: 1, rows: canvas.rows - 1) : canvas
        pager.fit(width: text.columns >= 30 ? text.columns - 2 : text.columns, height: text.rows)
        let column = text.centered(columns: pager.width)
        for (row, line) in pager.visible.enumerated() {
            column.write(line, row: row, highlights: theme.highlights, at: place, style: style, link: address)
        }
        for mark in pager.hints.value?.open ?? [] {
            column.write(mark.letters, row: mark.row, column: mark.cell, style: theme.name.adding(.reverse))
        }
    }

    private func address(of run: Run) -> String? {
        let links = pager.galley.links
        guard let link = run.link, links.indices.contains(link - 1), case .address(let address) = links[link - 1] else {
            return nil
        }
        return address
    }

    private func style(of run: Run) -> CellStyle {
        var style = run.style.contains(.heading) ? theme.heading : theme.article
        // The rule under a heading has its colour and not its weight.
        if run.style.contains(.drawn) { style.attributes.remove(.bold) }
        if run.style.contains(.bold) { style = style.adding(.bold) }
        if run.style.contains(.italic) { style = style.adding(.italic) }
        if !run.style.isDisjoint(with: [.underline, .link]) { style = style.adding(.underline) }
        if !run.style.isDisjoint(with: [.dim, .image, .caption]) { style = style.adding(.dim) }
        if run.style.contains(.marked) { style = style.adding(.reverse) }
        if run.style.contains(.found) { style = theme.mark.adding(.reverse) }
        if run.style.contains(.chosen) { style = style.adding([.bold, .underline]) }
        if run.style.contains(.code), !run.style.contains(.found) {
            (style.foreground, style.background) = (theme.code.foreground, theme.code.background)
        }
        return style
    }
}
