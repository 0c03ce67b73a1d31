/// The fields of one flat JSON object that anybody may have written. Nested values are skipped.
struct FlatObject {
    private(set) var numbers: [String: Int64] = [:]
    private(set) var texts: [String: String] = [:]

    /// Nil if it isn't JSON, or is nested too deeply.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = Reader(bytes: bytes, place: bytes.startIndex)
        guard reader.take(UInt8(ascii: "{")) else { return nil }
        if !reader.take(UInt8(ascii: "}")) {
            repeat {
                guard let name = reader.text(), reader.take(UInt8(ascii: ":")) else { return nil }
                switch reader.next {
                case UInt8(ascii: "\""):
                    guard let text = reader.text() else { return nil }
                    texts[name] = text
                case let byte? where Self.beginsNumber(byte):
                    guard let number = reader.number() else { return nil }
                    numbers[name] = number
                default: guard reader.skip(depth: 0) else { return nil }
                }
            } while reader.take(UInt8(ascii: ","))
            guard reader.take(UInt8(ascii: "}")) else { return nil }
        }
        guard reader.next == nil else { return nil }
    }

    private static func beginsNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private struct Reader {
        let bytes: ArraySlice<UInt8>
        var place: Int

        /// The next byte that isn't white space.
        var next: UInt8? {
            mutating get {
                while place < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
                return place < bytes.endIndex ? bytes[place] : nil
            }
        }

        mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            place += 1
            return true
        }

        /// A whole number; a greater or broken one counts as 0.
        mutating func number() -> Int64? {
            guard next != nil else { return nil }
            let start = place
            while place < bytes.endIndex, Self.isInNumber(bytes[place]) { place += 1 }
            return start == place ? nil : Int64(String(decoding: bytes[start..<place], as: UTF8.self)) ?? 0
        }

        private static func isInNumber(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
        }

        mutating func text() -> String? {
            guard take(UInt8(ascii: "\"")) else { return nil }
            let start = place
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") {
                place += 1
            }
            guard place < bytes.endIndex else { return nil }
            if bytes[place] == UInt8(ascii: "\"") {
                place += 1
                return String(decoding: bytes[start..<place - 1], as: UTF8.self)
            }
            return escapedText(Array(bytes[start..<place]))
        }

        private mutating func escapedText(_ beginning: [UInt8]) -> String? {
            var text = beginning
            while place < bytes.endIndex {
                let byte = bytes[place]
                place += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard place < bytes.endIndex else { return nil }
                    let escaped = bytes[place]
                    place += 1
                    if escaped == UInt8(ascii: "u") {
                        guard let scalar = scalar() else { return nil }
                        text.append(contentsOf: String(scalar).utf8)
                    } else if let plain = Self.escapes[escaped] {
                        text.append(plain)
                    } else {
                        return nil
                    }
                default: text.append(byte)
                }
            }
            return nil
        }

        private static let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
            UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
            UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9
        ]

        /// Four hex digits, or two such numbers for one character. Half of one is replaced.
        private mutating func scalar() -> Unicode.Scalar? {
            guard let first = unit() else { return nil }
            guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
            guard place + 1 < bytes.endIndex, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
            else { return "\u{FFFD}" }
            place += 2
            guard let second = unit() else { return nil }
            guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        }

        private mutating func unit() -> UInt32? {
            guard place + 4 <= bytes.endIndex else { return nil }
            defer { place += 4 }
            return UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
        }

        /// Skips any value.
        mutating func skip(depth: Int) -> Bool {
            guard depth < FlatObject.deepest, let next else { return false }
            switch next {
            case UInt8(ascii: "\""): return text() != nil
            case UInt8(ascii: "["):
                place += 1
                if take(UInt8(ascii: "]")) { return true }
                repeat { guard skip(depth: depth + 1) else { return false } } while take(UInt8(ascii: ","))
                return take(UInt8(ascii: "]"))
            case UInt8(ascii: "{"):
                place += 1
                if take(UInt8(ascii: "}")) { return true }
                repeat {
                    guard text() != nil, take(UInt8(ascii: ":")), skip(depth: depth + 1) else { return false }
                } while take(UInt8(ascii: ","))
                return take(UInt8(ascii: "}"))
            default:
                for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
                    place += word.utf8.count
                    return true
                }
                return number() != nil
            }
        }
    }

    private static let deepest = 8
}
