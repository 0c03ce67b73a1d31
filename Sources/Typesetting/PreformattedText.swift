/// The text of a `pre` as it comes in, byte for byte.
struct PreformattedText {
    private var bytes: [UInt8] = []

    mutating func append(_ text: Span<UInt8>) {
        for index in text.indices { bytes.append(text[index]) }
    }

    mutating func endLine() {
        if let last = bytes.last, last != .newline { bytes.append(.newline) }
    }

    /// The text so far, without the line break after the start tag and without empty lines at the end.
    mutating func take() -> String {
        guard !bytes.isEmpty else { return "" }
        defer { bytes.removeAll() }
        let start = bytes.starts(with: [0x0D, 0x0A]) ? 2 : bytes.first == .newline ? 1 : 0
        let end = bytes.lastIndex { !$0.isHTMLSpace }.map { $0 + 1 } ?? start
        return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
    }
}

extension UInt8 {
    /// White space as HTML knows it.
    var isHTMLSpace: Bool {
        self == .space || self == .newline || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
