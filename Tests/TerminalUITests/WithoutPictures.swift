/// The output of a program for an emulator that knows no pictures: without what terminals take as pictures, and with a
/// letter in place of each placeholder.
struct WithoutPictures {
    private enum State {
        case text
        case escape
        /// In a string, which ends with BEL or `ESC \`.
        case picture(wasEscape: Bool)
        /// Behind a placeholder, with so many marks to come.
        case marks(Int)
    }

    private static let placeholder = Array("\u{10EEEE}".utf8)
    private var state = State.text
    private var matched = 0

    mutating func take(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { take($0) } }

    private mutating func take(_ byte: UInt8) -> [UInt8] {
        switch state {
        case .picture(let wasEscape):
            let isEnd = byte == 0x07 || wasEscape && byte == UInt8(ascii: "\\")
            state = isEnd ? .text : .picture(wasEscape: byte == 0x1B)
            return []
        case .escape:
            // APC, DCS and OSC. Other OSC strings matter to no test here.
            let isString = [UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]")].contains(byte)
            state = isString ? .picture(wasEscape: false) : .text
            return isString ? [] : [0x1B, byte]
        case .marks(let left) where left > 0 && byte & 0xC0 == 0xC0:
            state = .marks(left - 1)
            return []
        case .marks where byte & 0xC0 == 0x80: return []
        case .text, .marks:
            state = byte == 0x1B ? .escape : .text
            return byte == 0x1B ? [] : takeText(byte)
        }
    }

    private mutating func takeText(_ byte: UInt8) -> [UInt8] {
        guard byte == Self.placeholder[matched] else {
            defer { matched = 0 }
            return Self.placeholder.prefix(matched) + [byte]
        }
        matched += 1
        guard matched == Self.placeholder.count else { return [] }
        matched = 0
        state = .marks(3)
        return [UInt8(ascii: "P")]
    }
}
