/// The text of a document as the tokenizer reads it: valid UTF-8 with newlines as its only line ends (HTML Standard,
/// 13.2.3.5).
enum SourceText {
    /// The bytes themselves if they are such a text already, otherwise a copy.
    static func normalised(_ bytes: [UInt8]) -> [UInt8] {
        var text = bytes.count > Limits.bytes ? Array(bytes.prefix(Limits.bytes)) : bytes
        if (try? UTF8Span(validating: text.span)) == nil {
            // The standard library replaces invalid UTF-8 by the same rule as the Encoding Standard.
            text = Array(String(decoding: text, as: UTF8.self).utf8)
            if text.count > Limits.bytes { text.removeLast(text.count - Limits.bytes) }
        }
        guard let first = text.firstIndex(of: .carriageReturn) else { return text }
        return withNewlines(text, from: first)
    }

    private static func withNewlines(_ text: [UInt8], from first: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        result += text[..<first]
        var index = first
        while index < text.count {
            if text[index] != .carriageReturn {
                result.append(text[index])
            } else if index + 1 == text.count || text[index + 1] != .newline {
                result.append(.newline)
            }
            index += 1
        }
        return result
    }
}
