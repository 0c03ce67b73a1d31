/// The end of a program's error output. The beginning of a long text is dropped.
struct Complaint {
    private static let longest = 4 << 10
    private static let longestLine = 300

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
        if bytes.count > 2 * Self.longest { bytes.removeFirst(bytes.count - Self.longest) }
    }

    /// The last line with visible text, which usually says what went wrong.
    var lastLine: String {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let line = lines.last { line in line.contains { $0 > 0x20 } } ?? []
        return String(decoding: line.prefix(Self.longestLine), as: UTF8.self)
    }
}
