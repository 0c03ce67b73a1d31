import TestSupport

/// The colours of a terminal, in the notation of a drawing.
struct ScreenColours {
    let foreground: String
    let background: String

    static let dark = ScreenColours(foreground: "#d4d4d4", background: "#1b1d23")
    static let light = ScreenColours(foreground: "#2e3440", background: "#fbfbfa")

    func hex(_ colour: Screen.Colour, else standard: String) -> String {
        switch colour {
        case .standard: standard
        case .indexed(let index): Self.hex(index)
        case .rgb(let red, let green, let blue): Self.hex([red, green, blue])
        }
    }

    /// Every terminal chooses the first sixteen colours. Then come a cube with six steps per channel and the greys
    /// (xterm's 256 colours).
    private static func hex(_ index: UInt8) -> String {
        switch index {
        case 0..<16: return basic[Int(index)]
        case 16..<232:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let number = Int(index) - 16
            return hex([steps[number / 36], steps[number / 6 % 6], steps[number % 6]])
        default: return hex([UInt8](repeating: 8 + 10 * (index - 232), count: 3))
        }
    }

    private static func hex(_ channels: [UInt8]) -> String {
        "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static let basic = [
        "#2b2f37", "#d0686a", "#98b573", "#d7b26f", "#6c9fd2", "#b48ead", "#6fb3b8", "#c8ccd4",
        "#5a606b", "#e08283", "#b0cc8d", "#e6c88a", "#88b6e0", "#c8a5c3", "#8cc7cb", "#f0f2f5"
    ]
}
