import CTerminfo
import Glibc

/// How text looks on the terminal.
package nonisolated struct CellStyle: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The standard library's initialiser isn't specialised for this type, which would slow the start.
        package init(arrayLiteral elements: Attributes...) {
            rawValue = elements.reduce(0) { $0 | $1.rawValue }
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)
        package static let struckOut = Attributes(rawValue: 1 << 5)
    }

    package var attributes: Attributes
    /// Nil is the terminal's default colour.
    package var foreground: TerminalColor?
    package var background: TerminalColor?

    package init(_ attributes: Attributes = [], foreground: TerminalColor? = nil, background: TerminalColor? = nil) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    package static let plain = CellStyle()

    package func adding(_ more: Attributes) -> CellStyle {
        CellStyle(attributes.union(more), foreground: foreground, background: background)
    }
}

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

/// The colours that a terminal can show.
nonisolated enum ColorDepth {
    case none
    /// A palette of 8, 16, 88 or 256 colours.
    case palette(Int)
    /// 256 colours, and any other by direct sequences, which COLORTERM reports and the description doesn't.
    case paletteAndRGB
    /// Its description uses RGB values as colour numbers (RGB in user_caps(5)), except for the first eight.
    case rgb

    /// The number of colours with a number.
    var count: Int {
        switch self {
        case .none: 0
        case .palette(let count): count
        case .paletteAndRGB, .rgb: 256
        }
    }

    /// Whether it shows any colour, not only those with a number.
    var isWhole: Bool {
        switch self {
        case .none, .palette: false
        case .paletteAndRGB, .rgb: true
        }
    }

    /// The colours of the terminal whose description was read.
    static func ofTerminal(_ environment: [String: String]) -> ColorDepth {
        let count = Int(tigetnum("colors"))
        if count <= 0 || lede_terminfo_string("setaf") == nil { return .none }
        if count > 256 { return tigetflag("RGB") > 0 && count == 1 << 24 ? .rgb : .palette(256) }
        let says = environment["COLORTERM"] ?? ""
        return count == 256 && ["truecolor", "24bit"].contains(says) ? .paletteAndRGB : .palette(count)
    }

    /// The colour itself, or the nearest one that the terminal has.
    func shown(_ color: TerminalColor) -> TerminalColor? {
        switch (self, color) {
        case (.none, _): nil
        case (.rgb, .palette(let number)) where number >= 8: color.asRGB
        case (.rgb, _), (.paletteAndRGB, _): color
        case (.palette(let count), .palette(let number)) where Int(number) < count: color
        case (.palette(let count), _): Self.choice(of: count).flatMap { color.nearest(in: $0) }.map { .palette($0) }
        }
    }

    /// Of 256 colours, the first sixteen aren't used, because users can change them.
    private static func choice(of count: Int) -> ClosedRange<UInt8>? {
        switch count {
        case 256...: 16...255
        case 16...: 0...15
        case 8...: 0...7
        default: nil
        }
    }
}

nonisolated extension TerminalColor {
    fileprivate var asRGB: TerminalColor {
        let channels = channels.map { UInt8($0) }
        return .rgb(red: channels[0], green: channels[1], blue: channels[2])
    }
}
