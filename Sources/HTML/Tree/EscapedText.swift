import System

extension [UInt8] {
    /// Appends a text so that it is text in HTML, too.
    package mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
        // Most texts need no escapes, and are copied at once.
        var start = 0
        var at = 0
        while at < text.count {
            if at + 8 <= text.count {
                let eight = EightBytes(at: at, of: text)
                // “"” and “&” differ by one bit, and so do “<” and “>”.
                if eight.places(of: 0x22, ignoring: 4).isEmpty, eight.places(of: 0x3C, ignoring: 2).isEmpty {
                    at += 8
                    continue
                }
            }
            let end = Swift.min(at + 8, text.count)
            while at < end {
                switch text[at] {
                case UInt8(ascii: "&"): append("&amp;", after: text[start..<at])
                case UInt8(ascii: "<"): append("&lt;", after: text[start..<at])
                case UInt8(ascii: ">"): append("&gt;", after: text[start..<at])
                case UInt8(ascii: "\""): append("&quot;", after: text[start..<at])
                default:
                    at += 1
                    continue
                }
                at += 1
                start = at
            }
        }
        if start < text.count { self += UnsafeBufferPointer(rebasing: text[start...]) }
    }

    private mutating func append(_ reference: StaticString, after text: Slice<UnsafeBufferPointer<UInt8>>) {
        if !text.isEmpty { self += UnsafeBufferPointer(rebasing: text) }
        // Byte for byte, since appending so few at once takes longer.
        for index in 0..<reference.utf8CodeUnitCount { append(reference.utf8Start[index]) }
    }
}
