/// The length of a text, short enough for a column, in newsboat's notation: “812 ”, “34.0K”, “1.2M”.
struct TextLength: CustomStringConvertible {
    private let bytes: Int

    init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    var description: String {
        switch bytes {
        case 0: ""
        case ..<1000: "\(bytes) "
        case ..<1_024_000: tenths(of: 1024) + "K"
        default: tenths(of: 1 << 20) + "M"
        }
    }

    private func tenths(of unit: Int) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
        return "\(tenths / 10).\(tenths % 10)"
    }
}
