import Configuration
import FoundationEssentials
import Glibc

/// A JSON document that keeps the order of its keys.
indirect enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    /// The writer takes elements of a lazy sequence one by one.
    case array(any Sequence<JSON>)
    case object(KeyValuePairs<String, JSON>)
    /// An object made of several lists of members.
    case members([(String, JSON)])

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    init(_ number: Int?) { self = number.map(JSON.integer) ?? .null }

    /// The document on one line.
    var text: String {
        var bytes: [UInt8] = []
        var writer = JSONWriter { bytes += $0 }
        writer.write(self)
        writer.finish()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A feed's link, for programs that may open it unseen: null unless it is a web URL.
    init(link: String?) { self.init(link?.ifOnTheWeb) }
}

extension String {
    /// The link if it is a web URL, otherwise nil.
    var ifOnTheWeb: String? { Address(self)?.isOnTheWeb == true ? self : nil }
}

extension JSON {
    /// RFC 3339 in UTC.
    init(_ date: Date?) { self = date.map { .string($0.rfc3339) } ?? .null }
}

extension Date {
    /// The date in UTC, to the second, as in JSON (RFC 3339).
    var rfc3339: String { inUTC("%04Y-%m-%dT%H:%M:%SZ") ?? formatted(.iso8601) }

    /// The date in UTC as mail and OPML write it: “Sat, 21 Nov 2026 12:00:00 GMT”.
    var rfc822: String { inUTC("%a, %d %b %04Y %H:%M:%S GMT") ?? "" }

    /// The date as `strftime` writes it, if its year has at most four digits. Setting up Foundation's formatter takes
    /// longer than printing a page of items.
    private func inUTC(_ format: String) -> String? {
        let seconds = timeIntervalSince1970.rounded(.down)
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        // lede never sets the C library's locale, so days and months have English names.
        return String(unsafeUninitializedCapacity: 40) { text in
            text.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, $0.count, format, &parts) }
        }
    }
}

/// Writes JSON as UTF-8 in pieces, so that no whole document is in memory.
struct JSONWriter {
    private var piece: [UInt8] = []
    private let pass: ([UInt8]) -> Void

    init(passingTo pass: @escaping ([UInt8]) -> Void) {
        self.pass = pass
    }

    /// Writes a document on one line.
    mutating func write(_ document: JSON) {
        switch document {
        case .null: piece += "null".utf8
        case .bool(let value): piece += (value ? "true" : "false").utf8
        case .integer(let value): piece += String(value).utf8
        case .string(let value): write(value)
        case .array(let elements):
            piece.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                separate(&isFirst)
                write(element)
            }
            piece.append(UInt8(ascii: "]"))
        case .object(let members): write(members: members.lazy.map { ($0.key, $0.value) })
        case .members(let members): write(members: members)
        }
        if piece.count > Self.pieceSize { passPiece() }
    }

    private mutating func write(members: some Sequence<(String, JSON)>) {
        piece.append(UInt8(ascii: "{"))
        var isFirst = true
        for (key, value) in members {
            separate(&isFirst)
            write(key)
            piece.append(UInt8(ascii: ":"))
            write(value)
        }
        piece.append(UInt8(ascii: "}"))
    }

    /// Ends a document's line without passing it on yet.
    mutating func endLine() { piece.append(UInt8(ascii: "\n")) }

    /// Passes on the rest.
    mutating func finish(with end: String = "") {
        piece += end.utf8
        passPiece()
    }

    private static let pieceSize = 64 << 10

    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { piece.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func passPiece() {
        pass(piece)
        piece.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ string: String) {
        piece.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { write($0) }
        piece.append(UInt8(ascii: "\""))
    }

    // Copies text in the longest possible runs, since most needs no escapes.
    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var at = 0
        while at < text.count {
            guard let special = JSONEscape(at: at, in: text) else {
                at += 1
                continue
            }
            piece += text[start..<at]
            piece += special.text.utf8
            at += special.length
            start = at
        }
        piece += text[start...]
    }
}

/// The escape of one character in JSON that is safe to show on a terminal.
private struct JSONEscape {
    let text: String
    /// The character's length in UTF-8 bytes.
    let length: Int

    /// Nil for characters that need no escape, and within a character.
    init?(at index: Int, in text: UnsafeBufferPointer<UInt8>) {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "\""): self.init("\\\"", 1)
        case UInt8(ascii: "\\"): self.init("\\\\", 1)
        case UInt8(ascii: "\n"): self.init("\\n", 1)
        case UInt8(ascii: "\t"): self.init("\\t", 1)
        case ..<0x20, 0x7F: self.init(Self.escaped(Unicode.Scalar(byte)), 1)
        // The first bytes of all characters that may need an escape.
        case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3, 0xF4:
            var decoder = UTF8()
            var rest = text[index...].makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&rest), Self.mustBeEscaped(scalar) else { return nil }
            self.init(Self.escaped(scalar), UTF8.width(scalar))
        default: return nil
        }
    }

    private init(_ text: String, _ length: Int) {
        self.text = text
        self.length = length
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        var text = ""
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text
    }

    /// Whether the character could control a terminal: C1 controls, bidi controls, tags, and the one by which a terminal
    /// like kitty shows a picture.
    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F, 0x10EEEE:
            true
        default: false
        }
    }
}
