/// Why a filter can't be understood, and where.
package struct FilterProblem: Error, Equatable {
    /// The character at which it is, from 1 on.
    package let column: Int
    /// What was expected there.
    package let reason: String

    init(_ reason: String, column: Int) {
        self.reason = reason
        self.column = column
    }
}

extension FilterProblem: CustomStringConvertible {
    package var description: String { "column \(column): \(reason)" }
}

extension FilterProblem {
    /// A name that nothing has, with the one that was most likely meant.
    static func unknown(_ name: String, among names: [String], column: Int) -> FilterProblem {
        let nearest = names.min { $0.distance(to: name) < $1.distance(to: name) }
        guard let nearest, nearest.distance(to: name) <= max(2, name.count / 3) else {
            return FilterProblem(
                "“\(name)” is nothing that items have: use \(names.joined(separator: ", "))", column: column)
        }
        return FilterProblem("“\(name)” is nothing that items have: did you mean “\(nearest)”?", column: column)
    }
}

extension String {
    /// How many letters have to be added, dropped, changed or swapped with their neighbour to make another of it.
    fileprivate func distance(to other: String) -> Int {
        let (left, right) = (Array(utf8.prefix(64)), Array(other.utf8.prefix(64)))
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, otherLetter) in right.enumerated() {
                var best = Swift.min(last[column + 1], next[column]) + 1
                best = Swift.min(best, last[column] + (letter == otherLetter ? 0 : 1))
                let isSwapped = row > 0 && column > 0 && letter == right[column - 1] && left[row - 1] == otherLetter
                if isSwapped { best = Swift.min(best, beforeLast[column - 1] + 1) }
                next.append(best)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }
}
