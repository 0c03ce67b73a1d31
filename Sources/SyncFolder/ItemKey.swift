/// What devices know an item of a feed by: the beginnings of two hashes, of its identity and of its link.
package struct ItemKey: Hashable, Sendable {
    /// 48 bits, with a sign.
    package let identity: Int64
    /// 36 bits; 0 without a link.
    package let link: Int64

    package init(identity: Int64, link: Int64) {
        (self.identity, self.link) = (identity, link)
    }
}

extension ItemKey {
    /// From the hashes of the library.
    package init(identityHash: Int64, linkHash: Int64?) {
        identity = identityHash >> 16
        link = linkHash.map { Int64(UInt64(bitPattern: $0) >> 28) } ?? 0
    }

    /// The number of its characters in a line.
    static let length = 14

    private static let identityLength = 8
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Six bits a character, as in Base64.
    func append(to text: inout [UInt8]) {
        for shift in stride(from: 42, through: 0, by: -6) { text.append(Self.digits[Int(identity >> shift & 63)]) }
        for shift in stride(from: 30, through: 0, by: -6) { text.append(Self.digits[Int(link >> shift & 63)]) }
    }

    /// Nil if the text has other characters.
    init?(_ text: ArraySlice<UInt8>) {
        guard let identity = Self.number(text.prefix(Self.identityLength)),
            let link = Self.number(text.dropFirst(Self.identityLength))
        else { return nil }
        self.init(identity: (identity << 16) >> 16, link: link)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        var number: Int64 = 0
        for character in text {
            guard let digit = digit(character) else { return nil }
            number = number << 6 | Int64(digit)
        }
        return number
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
