import CTerminfo
import Glibc

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

    /// The colours of this process's terminal. Its description must have been read.
    static func ofTerminal() -> ColorDepth {
        let count = Int(tigetnum("colors"))
        if count <= 0 || lede_terminfo_string("setaf") == nil { return .none }
        if count > 256 { return tigetflag("RGB") > 0 && count == 1 << 24 ? .rgb : .palette(256) }
        let says = getenv("COLORTERM").map { String(cString: $0) } ?? ""
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
