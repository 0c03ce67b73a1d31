/// The lines of a document, or of a part of it, and where in them its links and headings are.
package struct Galley: Equatable, Sendable {
    package enum Link: Equatable, Sendable {
        /// An address, clean.
        case address(String)
        /// A place in the same text: the name of an anchor.
        case anchor(String)
    }

    package struct Heading: Equatable, Sendable {
        package var line: Int
        package var level: Int
        package var text: String
    }

    /// A stretch of a line that belongs to a link.
    package struct LinkPlace: Equatable, Sendable {
        package var line: Int
        package var cells: Range<Int>
    }

    package internal(set) var lines: [Line] = []
    /// The cells that the lines were set to.
    package internal(set) var measure: Int
    package internal(set) var headings: [Heading] = []
    /// The links by their numbers, which are those of the runs: the first has the number 1.
    package internal(set) var links: [Link]
    /// How many of them, the first ones, stand in the text with their numbers.
    package let numberedLinks: Int
    /// Whether this is all of the document.
    package internal(set) var isWhole = true
    /// Where each line is in the text, whatever the width.
    var positions: [TextPosition] = []
    var anchors: [String: Int] = [:]

    init(measure: Int, references: References) {
        self.measure = measure
        numberedLinks = references.addresses.count
        let inHead = references.inHead.map { Link.address(CleanText.line($0)) }
        links =
            references.addresses.map { .address(CleanText.line($0)) } + references.places.map { .anchor($0) } + inHead
    }

    package init() {
        self.init(measure: 1, references: References(Document()))
    }
}

extension Galley {
    /// The place in the text of the first word of this line.
    package func position(ofLine line: Int) -> TextPosition {
        guard !positions.isEmpty else { return .start }
        return positions[max(0, min(line, positions.count - 1))]
    }

    /// The line that has this place in it.
    package func line(at position: TextPosition) -> Int {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle + 1 } else { high = middle }
        }
        // Of several lines without text of their own that are in one place the first is meant.
        var line = max(0, low - 1)
        while line > 0, positions[line - 1] == positions[line] { line -= 1 }
        return line
    }

    /// The line that an anchor stands before.
    package func line(ofAnchor name: String) -> Int? { anchors[name] }

    /// The number of the link at a cell of a line.
    package func link(line: Int, cell: Int) -> Int? {
        lines.indices.contains(line) ? lines[line].link(atCell: cell) : nil
    }

    /// Where a link stands in the text and in the list at its end, from top to bottom.
    package func places(ofLink number: Int) -> [LinkPlace] {
        var places: [LinkPlace] = []
        for (index, line) in lines.enumerated() where line.runs.contains(where: { $0.link == number }) {
            var start = 0
            for run in line.runs {
                let end = start + run.cells
                if run.link == number {
                    if let last = places.last, last.line == index, last.cells.upperBound == start {
                        places[places.count - 1].cells = last.cells.lowerBound..<end
                    } else {
                        places.append(LinkPlace(line: index, cells: start..<end))
                    }
                }
                start = end
            }
        }
        return places
    }
}
