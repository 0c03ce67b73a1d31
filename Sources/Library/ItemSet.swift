/// A set of items, kept as runs of consecutive numbers: items stored together are often marked together.
package struct ItemSet: Equatable, Sendable {
    /// In ascending order, with at least one number between two runs. Item numbers start at 1.
    package private(set) var runs: [ClosedRange<Int64>] = []

    package init() {}

    package init(_ items: some Sequence<ItemID>) {
        for item in items.map(\.rawValue).sorted() { append(item...item) }
    }

    /// All numbers of a range, whether or not they are items.
    init(range: ClosedRange<Int64>) { append(range) }

    package var isEmpty: Bool { runs.isEmpty }

    /// The number of items. A run from a damaged library may exceed any number.
    package var count: Int {
        runs.reduce(0) { count, run in
            let (length, isLong) = (run.upperBound - run.lowerBound).addingReportingOverflow(1)
            let (sum, isLonger) = count.addingReportingOverflow(Int(length))
            return isLong || isLonger ? .max : sum
        }
    }

    package var first: ItemID? { runs.first.map { ItemID($0.lowerBound) } }

    package var last: ItemID? { runs.last.map { ItemID($0.upperBound) } }

    package func contains(_ item: ItemID) -> Bool {
        let index = runs.firstIndex(endingAtOrAfter: item.rawValue)
        return index < runs.count && runs[index].contains(item.rawValue)
    }

    /// Adds an item that is the last one, or comes after all others.
    package mutating func append(_ item: ItemID) { append(item.rawValue...item.rawValue) }

    /// Adds a run that starts at or after the start of the last one.
    mutating func append(_ run: ClosedRange<Int64>) {
        guard run.upperBound > 0 else { return }
        let run = Swift.max(1, run.lowerBound)...run.upperBound
        guard let last = runs.last, run.lowerBound - 1 <= last.upperBound else { return runs.append(run) }
        precondition(run.lowerBound >= last.lowerBound, "items are added to a set in their order")
        runs[runs.count - 1] = last.lowerBound...Swift.max(last.upperBound, run.upperBound)
    }
}

extension ItemSet {
    package func union(_ other: ItemSet) -> ItemSet {
        var union = ItemSet()
        var (left, right) = (runs[...], other.runs[...])
        while let next = Self.popEarlier(&left, &right) { union.append(next) }
        return union
    }

    private static func popEarlier(
        _ left: inout ArraySlice<ClosedRange<Int64>>, _ right: inout ArraySlice<ClosedRange<Int64>>
    ) -> ClosedRange<Int64>? {
        guard let first = left.first else { return right.popFirst() }
        guard let second = right.first, second.lowerBound < first.lowerBound else { return left.popFirst() }
        return right.popFirst()
    }

    package func subtracting(_ other: ItemSet) -> ItemSet {
        var rest = ItemSet()
        var taken = other.runs[...]
        for run in runs {
            while let first = taken.first, first.upperBound < run.lowerBound { taken.removeFirst() }
            // The last of these may reach into the next run, so none is dropped here.
            var start = run.lowerBound
            for hole in taken {
                guard hole.lowerBound <= run.upperBound else { break }
                if start < hole.lowerBound { rest.append(start...(hole.lowerBound - 1)) }
                guard hole.upperBound < run.upperBound else {
                    start = 0
                    break
                }
                start = hole.upperBound + 1
            }
            if start > 0 { rest.append(start...run.upperBound) }
        }
        return rest
    }

    package func intersection(_ other: ItemSet) -> ItemSet { subtracting(subtracting(other)) }
}

extension ItemSet: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var runs: ArraySlice<ClosedRange<Int64>>
        /// The position in the first run; nil at its start.
        fileprivate var place: Int64?

        package mutating func next() -> ItemID? {
            guard let run = runs.first else { return nil }
            let number = place ?? run.lowerBound
            if number < run.upperBound {
                place = number + 1
            } else {
                place = nil
                runs.removeFirst()
            }
            return ItemID(number)
        }
    }

    package func makeIterator() -> Iterator { Iterator(runs: runs[...]) }

    package var underestimatedCount: Int { 0 }
}

extension ItemSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral items: ItemID...) { self.init(items) }
}

extension [ClosedRange<Int64>] {
    /// The index of the first run that ends at or after a number; the end if none does.
    fileprivate func firstIndex(endingAtOrAfter number: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
