import Typesetting

/// Labels on the visible links. Typing a label opens its link.
package struct LinkHints: Equatable, Sendable {
    package struct Mark: Equatable, Sendable {
        /// The link's first row and cell on the screen.
        package let row: Int
        package let cell: Int
        package let link: Int
        package let letters: String
    }

    private let marks: [Mark]
    package private(set) var typed = ""

    /// Starts with the keys under the fingers.
    private static let alphabet = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Nil if no link is visible. A link that is visible several times has one label, at the first of them.
    init?(_ lines: ArraySlice<Line>) {
        var places: [(row: Int, cell: Int, link: Int)] = []
        var known: Set<Int> = []
        for (row, line) in lines.enumerated() {
            var cell = 0
            for run in line.runs {
                if let link = run.link, known.insert(link).inserted { places.append((row, cell, link)) }
                cell += run.cells
            }
        }
        guard !places.isEmpty else { return nil }
        let letters = Self.letters(count: places.count)
        marks = zip(places, letters).map { Mark(row: $0.row, cell: $0.cell, link: $0.link, letters: $1) }
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
