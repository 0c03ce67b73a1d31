/// A colour of text or of its background.
package nonisolated enum TerminalColor: Hashable, Sendable {
    /// One of the terminal's 256 colours. Users can change the first sixteen.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    package static let black = TerminalColor.rgb(red: 0, green: 0, blue: 0)
    package static let white = TerminalColor.rgb(red: 255, green: 255, blue: 255)

    /// Reads a colour such as `#ff8700`.
    package init?(hex text: String) {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self = .rgb(
            red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }
}

nonisolated extension TerminalColor: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: UInt8) { self = .palette(number) }
}

// The distance between colours, for terminals with fewer of them.
nonisolated extension TerminalColor {
    /// Its red, green and blue, with xterm's defaults.
    package var channels: [Int] {
        switch self {
        case .rgb(let red, let green, let blue): [Int(red), Int(green), Int(blue)]
        case .palette(let number): Self.channels(of: Int(number))
        }
    }

    /// The nearest of the palette's colours with these numbers.
    func nearest(in numbers: some Sequence<UInt8>) -> UInt8? {
        numbers.min { distance(to: .palette($0)) < distance(to: .palette($1)) }
    }

    private func distance(to other: TerminalColor) -> Int {
        zip(channels, other.channels).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// Sixteen named colours, a cube with six steps per channel, and 24 greys.
    private static func channels(of number: Int) -> [Int] {
        switch number {
        case 0..<16: named[number]
        case 16..<232: [36, 6, 1].map { steps[(number - 16) / $0 % 6] }
        default: [Int](repeating: 8 + 10 * (number - 232), count: 3)
        }
    }

    private static let steps = [0, 95, 135, 175, 215, 255]
    private static let named = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255]
    ]
}
