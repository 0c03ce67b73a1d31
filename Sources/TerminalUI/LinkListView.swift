import Signals
import Terminal
import Typesetting
import ViewModels

/// The links of an article: the number, what the text calls the link, and where it leads.
struct LinkListView {
    let list: LinkListModel
    let theme: Theme

    func draw(on canvas: Canvas) {
        list.cursor.fit(canvas.rows)
        let links = list.links.value
        let numbersEnd = "\(links.count)".utf8.count + 1
        let start = numbersEnd + 2
        let widest = links.lazy.filter(\.hasName).map(\.text.cellWidth).max() ?? 0
        let name = start..<start + min(widest, max(0, canvas.columns - start - 1) / 2)
        canvas.drawRows(of: list.cursor.value) { index, isSelected, canvas in
            let row = theme.row(isSelected: isSelected)
            row.fill(canvas)
            canvas.write("\(links[index].number)", row: 0, endingAt: numbersEnd, style: row.style(theme.mark))
            draw(links[index], named: name, as: row, on: canvas)
        }
    }

    /// Draws what the link is called in its columns, and behind them where it leads.
    private func draw(_ link: NumberedLink, named name: Range<Int>, as row: RowStyle, on canvas: Canvas) {
        guard link.hasName else {
            canvas.write(
                link.address, row: 0, column: name.lowerBound, style: row.style(.plain),
                limit: canvas.columns - name.lowerBound - 1)
            return
        }
        let column = name.upperBound + 2
        // The site tells more than what nearly all addresses begin with.
        let address = canvas.columns < Self.enoughForSchemes ? link.address.withoutScheme : link.address
        canvas.write(link.text, row: 0, column: name.lowerBound, style: row.style(.plain), limit: name.count)
        canvas.write(address, row: 0, column: column, style: row.style(theme.hint), limit: canvas.columns - column - 1)
    }

    private static let enoughForSchemes = 60
}

extension NumberedLink {
    /// Whether it is called by something else than its own address, which would be there twice.
    fileprivate var hasName: Bool { !text.isEmpty && !address.hasSuffix("://" + text) && address != text }
}
