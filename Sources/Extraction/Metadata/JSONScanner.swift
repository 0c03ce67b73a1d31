/// Reads JSON as pages have it: with line breaks in strings, missing and superfluous commas, and anything around it.
struct JSONScanner {
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private var values = 0

    /// The value in a text; nil if it has none, or more than anyone writes.
    static func value(in text: ArraySlice<UInt8>) -> JSONValue? {
        // Pages of XHTML have it in a section of CDATA.
        var json = text
        if text.prefix(100).holds("<![CDATA[") {
            for _ in 0..<2 { json = json.drop { $0 != UInt8(ascii: "[") }.dropFirst() }
        }
        guard let start = json.firstIndex(where: { "{[".utf8.contains($0) }) else {
            return nil
        }
        var scanner = JSONScanner(bytes: text, at: start)
        return scanner.value(depth: 0)
    }

    private mutating func value(depth: Int) -> JSONValue? {
        values += 1
        guard depth <= Limits.jsonDepth, values <= Limits.jsonValues, let first = peek() else { return nil }
        switch first {
        case UInt8(ascii: "\""): return .string(string())
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["):
            at += 1
            var elements: [JSONValue] = []
            while let next = peekPastCommas(), next != UInt8(ascii: "]") {
                guard let element = value(depth: depth + 1) else { return nil }
                elements.append(element)
            }
            at += 1
            return .array(elements)
        default:
            let start = at
            while at < bytes.endIndex, !",]}:\"[{".utf8.contains(bytes[at]), bytes[at] > 0x20 { at += 1 }
            return at > start ? .other : nil
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        at += 1
        var members: [JSONValue.Member] = []
        while let next = peekPastCommas(), next != UInt8(ascii: "}") {
            guard next == UInt8(ascii: "\"") else { return nil }
            let key = string()
            guard peek() == UInt8(ascii: ":") else { return nil }
            at += 1
            guard let value = value(depth: depth + 1) else { return nil }
            members.append(JSONValue.Member(key: key, value: value))
        }
        at += 1
        return .object(members)
    }

    private mutating func peek() -> UInt8? {
        while at < bytes.endIndex, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.endIndex ? bytes[at] : nil
    }

    private mutating func peekPastCommas() -> UInt8? {
        while peek() == UInt8(ascii: ",") { at += 1 }
        return peek()
    }

    private mutating func string() -> String {
        at += 1
        var text: [UInt8] = []
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.endIndex {
                at += 1
                escape(&text)
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        at += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(_ text: inout [UInt8]) {
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(UInt8(ascii: " "))
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return }
            if UTF16.isLeadSurrogate(unit), bytes[at...].starts(with: "\\u".utf8) {
                at += 2
                let trail = codeUnit() ?? 0
                text += String(decoding: [unit, trail], as: UTF16.self).utf8
            } else {
                text += String(decoding: [unit], as: UTF16.self).utf8
            }
        default: text.append(letter)
        }
    }

    private mutating func codeUnit() -> UInt16? {
        let digits = bytes[at...].prefix(4)
        guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            return nil
        }
        at += 4
        return unit
    }
}
