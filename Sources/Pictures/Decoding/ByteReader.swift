/// Reads numbers from bytes that may end anywhere.
struct ByteReader {
    private(set) var bytes: Slice<UnsafeRawBufferPointer>
    var isLittleEndian = false

    mutating func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count >= 0, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func number(bytes count: Int) -> Int? {
        guard let taken = take(count) else { return nil }
        return isLittleEndian
            ? taken.reversed().reduce(0) { $0 << 8 | Int($1) } : taken.reduce(0) { $0 << 8 | Int($1) }
    }
}
