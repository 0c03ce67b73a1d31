/// Turns dim (SGR 2), which libvterm 0.1.4 forgets, into an alternative font, which it keeps with every cell.
///
/// Nothing we test uses such fonts. Every other byte passes through as it is.
struct FaintFont {
    static let number = 1

    /// The beginning of a sequence whose end hasn't come yet.
    private var held: [UInt8] = []

    mutating func translate(_ bytes: [UInt8]) -> [UInt8] {
        var translated: [UInt8] = []
        for byte in bytes {
            switch (held.count, byte) {
            case (0, 0x1B), (1, UInt8(ascii: "[")), (2..., 0x30...0x3B):
                held.append(byte)
            case (2..., UInt8(ascii: "m")):
                translated += Self.rewrite(parameters: held.dropFirst(2))
                held = []
            case (_, 0x1B):
                translated += held
                held = [byte]
            default:
                translated += held + [byte]
                held = []
            }
        }
        return translated
    }

    private static func rewrite(parameters: ArraySlice<UInt8>) -> [UInt8] {
        var left = String(decoding: parameters, as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false)[...]
        var rewritten: [Substring] = []
        while let parameter = left.popFirst() {
            switch parameter {
            case "2": rewritten.append("1\(number)"[...])
            case "22": rewritten += ["22", "10"]
            case "38", "48":
                // A colour's own numbers: 5 and an index, or 2 and three components.
                let count = left.first == "5" ? 2 : left.first == "2" ? 4 : 0
                rewritten += [parameter] + left.prefix(count)
                left = left.dropFirst(count)
            default: rewritten.append(parameter)
            }
        }
        return Array("\u{1B}[\(rewritten.joined(separator: ";"))m".utf8)
    }
}
