import Typesetting

/// Labels on the visible links. Typing a label opens its link.
package struct LinkHints: Equatable, Sendable {
    package struct Mark: Equatable, Sendable {
        /// Where the label begins on the screen, and the cells that it takes.
        package let row: Int
        package let cell: Int
        package let cells: Int
        package let link: Int
        package let letters: String
    }

    private let marks: [Mark]
    package private(set) var typed = ""

    /// Starts with the keys under the fingers.
    private static let alphabet = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Nil if no link is visible. A link that is visible several times has one label.
    init?(_ lines: ArraySlice<Line>, width: Int) {
        let links = VisibleLink.all(in: lines, width: width)
        guard !links.isEmpty else { return nil }
        marks = zip(links, Self.letters(count: links.count)).map { link, letters in
            let place = link.place(forCells: letters.count)
            return Mark(row: place.row, cell: place.cell, cells: place.cells, link: link.number, letters: letters)
        }
    }

    /// The labels that begin with the typed letters.
    package var open: [Mark] { marks.filter { $0.letters.hasPrefix(typed) } }

    /// Types a letter, and returns the link if its label is complete.
    mutating func type(_ letter: Character) -> Int? {
        typed.append(letter)
        return marks.first { $0.letters == typed }?.link
    }

    mutating func deleteBackward() { _ = typed.popLast() }

    /// Labels of one letter if they are enough, otherwise of two. No screen has more links than that.
    private static func letters(count: Int) -> [String] {
        let single = alphabet.map { String($0) }
        guard count > single.count else { return single }
        return single.flatMap { first in single.map { first + $0 } }
    }
}
