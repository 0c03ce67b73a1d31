import Typesetting

/// Letters on the links in view: who types those of a link goes where it leads.
package struct LinkHints: Equatable, Sendable {
    package struct Mark: Equatable, Sendable {
        /// Where the link begins, from the first line in view and from its first cell on.
        package let row: Int
        package let cell: Int
        package let link: Int
        package let letters: String
    }

    private let marks: [Mark]
    package private(set) var typed = ""

    /// The keys that fingers rest on come first.
    private static let alphabet = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Nil where no link is in view. A link that is there several times has letters where it stands first.
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

    /// The links that can still be meant.
    package var open: [Mark] { marks.filter { $0.letters.hasPrefix(typed) } }

    /// Takes a letter, and tells the link that is meant where its letters are complete.
    mutating func type(_ letter: Character) -> Int? {
        typed.append(letter)
        return marks.first { $0.letters == typed }?.link
    }

    mutating func deleteBackward() { _ = typed.popLast() }

    /// One letter for each where these are enough, else two: more links than that fit on no screen, and have none.
    private static func letters(count: Int) -> [String] {
        let single = alphabet.map { String($0) }
        guard count > single.count else { return single }
        return single.flatMap { first in single.map { first + $0 } }
    }
}
