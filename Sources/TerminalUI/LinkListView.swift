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
        canvas.drawRows(of: list.cursor.value) { index, isSelected, canvas in
            draw(links[index], as: theme.row(isSelected: isSelected), numbersEnd: numbersEnd, on: canvas)
        }
    }

    private func draw(_ link: NumberedLink, as row: RowStyle, numbersEnd: Int, on canvas: Canvas) {
        row.fill(canvas)
        canvas.write("\(link.number)", row: 0, endingAt: numbersEnd, style: row.style(theme.mark))
        let start = numbersEnd + 2
        let room = max(0, canvas.columns - start - 1)
        // What is called by its own address needs no second one.
        guard !link.text.isEmpty, !link.address.hasSuffix("://" + link.text), link.address != link.text else {
            canvas.write(link.address, row: 0, column: start, style: row.style(.plain), limit: room)
            return
        }
        let end = canvas.write(
            link.text, row: 0, column: start, style: row.style(.plain), limit: room < 40 ? room : room / 2)
        canvas.write(
            link.address, row: 0, column: end + 2, style: row.style(theme.hint), limit: canvas.columns - end - 3)
    }
}
