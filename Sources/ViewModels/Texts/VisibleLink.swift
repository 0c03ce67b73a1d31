import Typesetting

/// A link in view, and where a label hides none of its text.
struct VisibleLink {
    typealias Place = (row: Int, cell: Int, cells: Int)

    let number: Int
    /// The beginning of the link.
    private let start: Place
    /// The free cells after the link's first line.
    private let gap: Place
    /// The digits of the link's number, if that is in view.
    private var digits: Place?

    /// The links in some lines, in order.
    static func all(in lines: ArraySlice<Line>, width: Int) -> [VisibleLink] {
        var links: [VisibleLink] = []
        var indices: [Int: Int] = [:]
        for (row, line) in lines.enumerated() {
            var cell = 0
            for (index, run) in line.runs.enumerated() {
                if let number = run.link {
                    let known = indices[number, default: links.count]
                    if known == links.count {
                        indices[number] = known
                        links.append(VisibleLink(number, inRow: row, of: line, run: index, cell: cell, width: width))
                    }
                    // The number stands after the link; in the list of URLs, before it.
                    let former = index > 0 ? line.runs[index - 1] : run
                    for (run, end) in [(run, cell + run.cells), (former, cell)] where links[known].digits == nil {
                        links[known].digits = run.digits(of: number, end: end).map { (row, $0.lowerBound, $0.count) }
                    }
                }
                cell += run.cells
            }
        }
        return links
    }

    private init(_ number: Int, inRow row: Int, of line: Line, run first: Int, cell: Int, width: Int) {
        self.number = number
        start = (row, cell, 1)
        let rest = line.runs[first...].drop { $0.link == number }
        let end = cell + line.runs[first..<rest.startIndex].reduce(0) { $0 + $1.cells }
        let text = rest.map(\.text).joined()
        gap = text.isEmpty ? (row, end + 1, width - end - 1) : (row, end, text.prefix { $0 == " " }.count)
    }

    /// Where a label of some cells goes: on the number, else after the link, else on its first letters.
    func place(forCells cells: Int) -> Place {
        if let digits { return (digits.row, digits.cell, max(cells, digits.cells)) }
        let place = gap.cells >= cells ? gap : start
        return (place.row, place.cell, cells)
    }
}

extension Run {
    /// The cells of the digits, if the run is the number of a link, such as “[12]”, that ends before a cell.
    fileprivate func digits(of link: Int, end: Int) -> Range<Int>? {
        let number = "[\(link)]"
        guard style.contains(.dim), text.filter({ $0 != " " && $0 != "\u{A0}" }) == number else { return nil }
        let before = text.prefix { $0 != "[" }.count
        let start = end - cells + before + 1
        return start..<start + number.count - 2
    }
}
