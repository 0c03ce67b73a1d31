package import SQLite

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
