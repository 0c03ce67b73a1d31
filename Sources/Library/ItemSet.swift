package import SQLite

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

// Stored for each run: the gap since the previous run and a bit for whether a length follows, as one number; then the
// length minus one. Numbers have seven bits in each byte, lowest first; the eighth bit says that more follow.
extension ItemSet: Bindable {
    package var sqliteValue: Value { .blob(encoded) }

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(runs.count * 2)
        var end: Int64 = 0
        for run in runs {
            let gap = UInt64(run.lowerBound - end - 1)
            let length = UInt64(run.upperBound - run.lowerBound)
            bytes.append(number: gap << 1 | (length > 0 ? 1 : 0))
            if length > 0 { bytes.append(number: length) }
            end = run.upperBound
        }
        return bytes
    }

    /// A million items as far apart as possible take three megabytes.
    private static let longestEncoding = 64 << 20

    /// Decodes a set; nil if the bytes are invalid.
    package init?(encoded bytes: Span<UInt8>) {
        guard bytes.count <= Self.longestEncoding else { return nil }
        var position = 0
        var end: Int64 = 0
        while position < bytes.count {
            guard let head = bytes.number(at: &position) else { return nil }
            let hasLength = head & 1 == 1
            guard let length = hasLength ? bytes.number(at: &position) : 0 else { return nil }
            // The gap before the first run counts from 0, which isn't an item.
            guard
                let start = end.advanced(beyond: head >> 1, andOneMore: true),
                let runEnd = start.advanced(beyond: length, andOneMore: false)
            else { return nil }
            append(start...runEnd)
            end = runEnd
        }
    }
}

extension Row {
    /// The set of items in a column; nil if it has none or is invalid.
    package func itemSet(_ column: Column) -> ItemSet? {
        if isNull(column) { return nil }
        return withBlob(column) { ItemSet(encoded: $0) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

extension Span<UInt8> {
    /// Reads the number here and moves past it; nil if it is cut off or exceeds 64 bits.
    fileprivate func number(at position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position < count, shift < 64 {
            let byte = self[position]
            position += 1
            let bits = UInt64(byte & 0x7F)
            guard (bits << shift) >> shift == bits else { return nil }
            number |= bits << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}

extension Int64 {
    fileprivate func advanced(beyond distance: UInt64, andOneMore isOneMore: Bool) -> Int64? {
        guard let distance = Int64(exactly: distance) else { return nil }
        let (sum, isTooFar) = addingReportingOverflow(distance)
        let (result, isFarther) = sum.addingReportingOverflow(isOneMore ? 1 : 0)
        return isTooFar || isFarther ? nil : result
    }
}
