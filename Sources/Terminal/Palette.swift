import CNcurses

/// The colour pairs that ncurses was told of, one for each that is in use.
struct Palette {
    private struct Pair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    /// What ncurses calls the terminal's own colour.
    private static let own: Int32 = -1

    private let depth: ColorDepth
    private var pairs: [Pair: Int32] = [:]
    /// Colours that ncurses can't be told of, by the numbers of those which it has in their place: each is the nearest, so that
    /// it hardly matters where that is meant itself.
    private(set) var standIns: [UInt8: TerminalColor] = [:]

    /// Tells ncurses to keep the terminal's own colours where none are asked for.
    init(usesColor: Bool) {
        let hasColors = usesColor && has_colors() && start_color() == OK && use_default_colors() == OK
        depth = hasColors ? .ofTerminal() : .none
    }

    var count: Int {
        switch depth {
        case .none: 0
        case .palette(let count): count
        case .paletteAndRGB, .rgb: 256
        }
    }

    /// The number of the pair for a style; the plain one where the terminal has no such colours, or no pair left.
    mutating func pair(for style: CellStyle) -> Int32 {
        let pair = Pair(foreground: number(of: style.foreground), background: number(of: style.background))
        if pair.foreground == Self.own && pair.background == Self.own { return 0 }
        if let number = pairs[pair] { return number }
        let number = Int32(pairs.count + 1)
        guard number < lede_curses_pairs(), init_extended_pair(number, pair.foreground, pair.background) == OK else {
            return 0
        }
        pairs[pair] = number
        return number
    }

    /// The style with the colours that the terminal has, and none where the person does not want any.
    func reduced(_ style: CellStyle) -> CellStyle {
        CellStyle(
            style.attributes, foreground: style.foreground.flatMap(depth.shown),
            background: style.background.flatMap(depth.shown))
    }

    private mutating func number(of color: TerminalColor?) -> Int32 {
        guard let color = color.flatMap(depth.shown) else { return Self.own }
        switch (color, depth) {
        case (.palette(let number), _): return Int32(number)
        case (.rgb(let red, let green, let blue), .rgb):
            // What is darker means one of the first eight.
            return max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
        case (.rgb, _): return Int32(standIn(for: color))
        }
    }

    private mutating func standIn(for color: TerminalColor) -> UInt8 {
        if let known = standIns.first(where: { $0.value == color }) { return known.key }
        let number = color.nearest(in: (16...255).filter { standIns[$0] == nil }) ?? 16
        standIns[number] = color
        return number
    }
}
