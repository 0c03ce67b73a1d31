import Addresses

/// The fields of a form or a query, in their order.
struct Form: Sendable, ExpressibleByDictionaryLiteral {
    /// The fields as they are sent.
    private(set) var text = ""

    init() {}

    init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    var isEmpty: Bool { text.isEmpty }

    mutating func add(_ name: String, _ value: String) {
        if !text.isEmpty { text += "&" }
        text += "\(Self.encoded(name))=\(Self.encoded(value))"
    }

    /// Encodes all but the characters that mean themselves in every part of a URL (RFC 3986, 2.3).
    static func encoded(_ value: String) -> String {
        if value.utf8.allSatisfy(isUnreserved) { return value }
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if isUnreserved(byte) { bytes.append(byte) } else { bytes.appendEncoded(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
