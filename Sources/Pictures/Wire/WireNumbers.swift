/// A row of numbers of four bytes each, as they go between lede and its helper.
struct WireNumbers {
    private(set) var numbers: [UInt32]

    static let byteCount = 12 * 4

    init(_ numbers: [UInt32]) {
        precondition(numbers.count * 4 <= Self.byteCount, "a message has a fixed length")
        self.numbers = numbers + Array(repeating: 0, count: Self.byteCount / 4 - numbers.count)
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
            (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
        }
    }

    var bytes: [UInt8] { numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } }

    subscript(index: Int) -> Int { Int(numbers[index]) }
}
