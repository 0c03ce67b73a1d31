extension TerminalBackground {
    /// Parses a terminal's report of its background, such as `11;rgb:1c1c/1c1c/1c1c`.
    init?(report: String) {
        guard let color = TerminalColor(report: report) else { return nil }
        let channels = color.channels.map { Double($0) / 255 }
        // Perceived brightness (Rec. 601).
        self = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2] < 0.5 ? .dark : .light
    }

    /// Parses `COLORFGBG`, which some terminals set to the colours of text and background, such as `15;0`.
    package init?(colorFGBG: String) {
        guard let number = colorFGBG.split(separator: ";").last.flatMap({ UInt8($0) }), number < 16 else { return nil }
        self = number < 7 || number == 8 ? .dark : .light
    }
}

nonisolated extension TerminalColor {
    /// Parses a terminal's report of its background, such as `11;rgb:1c1c/1c1c/1c1c`.
    init?(report: String) {
        let prefix = "11;rgb:"
        guard report.hasPrefix(prefix) else { return nil }
        let channels = report.dropFirst(prefix.count).prefix { $0 != "\u{1B}" }.split(separator: "/").map(Self.share)
        guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
            return nil
        }
        self = .rgb(red: red, green: green, blue: blue)
    }

    /// The share of the maximum, from one to four hexadecimal digits.
    private static func share(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        return UInt8(value * 255 / ((1 << (4 * UInt32(digits.utf8.count))) - 1))
    }
}
