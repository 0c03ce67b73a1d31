/// Turns dim (SGR 2), which libvterm 0.1.4 forgets, into an alternative font, which it stores with every cell.
///
/// No tested program uses such fonts. All other bytes pass through unchanged.
enum FaintFont {
    static let number = 1

    /// Translates bytes that contain only complete control sequences.
    static func translate(_ bytes: [UInt8]) -> [UInt8] {
        var translated: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstRange(of: [0x1B, UInt8(ascii: "[")]) {
            let parameters = rest[start.upperBound...].prefix { (0x30...0x3B).contains($0) }
            let isRendition = rest.dropFirst(parameters.endIndex - rest.startIndex).first == UInt8(ascii: "m")
            translated += rest[..<start.upperBound] + (isRendition ? rewrite(parameters) : Array(parameters))
            rest = rest[parameters.endIndex...]
        }
        return translated + rest
    }

    private static func rewrite(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
        var left = String(decoding: parameters, as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false)[...]
        var rewritten: [String] = []
        while let parameter = left.popFirst() {
            switch parameter {
            case "2": rewritten.append("1\(number)")
            case "22": rewritten += ["22", "10"]
            case "38", "48":
                // The numbers of a colour: 5 and an index, or 2 and three components.
                let count = left.first == "5" ? 2 : left.first == "2" ? 4 : 0
                rewritten += [String(parameter)] + left.prefix(count).map(String.init)
                left = left.dropFirst(count)
            default: rewritten.append(String(parameter))
            }
        }
        return Array(rewritten.joined(separator: ";").utf8)
    }
}
