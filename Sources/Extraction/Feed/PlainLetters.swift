/// Letters and digits alone, in lower case as far as they are ASCII, to compare texts that differ in their spaces.
struct PlainLetters {
    private(set) var bytes: [UInt8] = []

    init(_ text: String = "") {
        add(text.utf8)
    }

    mutating func add(_ text: some Sequence<UInt8>) {
        for byte in text {
            if let letter = Self.letter(byte) { bytes.append(letter) }
        }
    }

    /// The letter as it is compared; nil for what isn't one.
    @inline(__always)
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
        default: nil
        }
    }
}
