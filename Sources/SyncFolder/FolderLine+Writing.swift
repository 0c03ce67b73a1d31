import FoundationEssentials

extension FolderLine {
    /// The line with its checksum and line break.
    package var bytes: [UInt8] {
        var line = LineWriter()
        line.add("n", number)
        line.add("t", time)
        switch content {
        case .marks(let marks): line.add(marks)
        case .feed(let url, let settings):
            line.add("o", "feed")
            line.add("v", settings == nil ? 0 : 1)
            line.add("f", url)
            if let settings { line.add("w", settings) }
        case .about(let name, let version):
            line.add("o", "about")
            line.add("name", name)
            line.add("version", version)
        case .state(let upTo, let lines):
            line.add("o", "state")
            line.add("u", upTo)
            line.add("k", lines)
        case .unknown: preconditionFailure("lede doesn't write what it doesn't understand")
        }
        return line.finish()
    }
}

/// Writes one flat JSON object.
struct LineWriter {
    private var bytes: [UInt8] = []

    mutating func add(_ name: String, _ number: Int64) {
        begin(name)
        bytes.append(contentsOf: "\(number)".utf8)
    }

    mutating func add(_ name: String, _ text: String) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes += [Hexadecimal.digits[Int(byte >> 4)], Hexadecimal.digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func finish() -> [UInt8] {
        let sum = Checksum(bytes[...]).text
        add("s", sum)
        return bytes + Array("}\n".utf8)
    }

    private mutating func begin(_ name: String) {
        bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
        bytes.append(contentsOf: "\"\(name)\":".utf8)
    }
}

extension LineWriter {
    mutating func add(_ marks: FolderMarks) {
        switch marks.kind {
        case .read: add("o", "read")
        case .star: add("o", "star")
        case .delete: add("o", "delete")
        case .tag(let tag):
            add("o", "tag")
            add("g", tag)
        }
        add("v", marks.value ? 1 : 0)
        add("f", marks.feed)
        var keys: [UInt8] = []
        var delays: [UInt8] = []
        var last = marks.entries.first?.time ?? 0
        var differ = false
        for entry in marks.entries {
            entry.key.append(to: &keys)
            differ = differ || entry.time != last
            Self.append(UInt64(entry.time - last), to: &delays)
            last = entry.time
        }
        add("i", String(decoding: keys, as: UTF8.self))
        if differ { add("d", Data(delays).base64EncodedString()) }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
