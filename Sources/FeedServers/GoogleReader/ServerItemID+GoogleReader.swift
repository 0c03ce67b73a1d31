extension ServerItemID {
    /// Reads the decimal form of lists or the long form of contents: 16 hexadecimal digits, a number in two's
    /// complement. The Old Reader has 24 digits, which are no number.
    init(googleReader text: String) {
        guard text.hasPrefix(Self.prefix) else {
            self = ServerItemID(text)
            return
        }
        let digits = text.dropFirst(Self.prefix.count)
        if digits.count <= 16, let number = UInt64(digits, radix: 16) {
            self = .number(Int64(bitPattern: number))
        } else {
            self = .text(String(digits))
        }
    }

    /// The long form, which every server reads in the same way. In the short ones FreshRSS takes hexadecimal digits for a
    /// decimal number if they can be one, and Miniflux takes a decimal number for hexadecimal digits: if it has 16 of
    /// them, and in old versions always.
    var googleReaderText: String {
        switch self {
        case .number(let number):
            let digits = String(UInt64(bitPattern: number), radix: 16)
            return Self.prefix + String(repeating: "0", count: 16 - digits.count) + digits
        case .text(let text): return Self.prefix + text
        }
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}
