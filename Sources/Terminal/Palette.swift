import CNcurses

/// The colour pairs that ncurses was told of, one for each that is in use.
struct Palette {
    private struct Pair: Hashable {
        var foreground: Int16
        var background: Int16
    }

    /// What ncurses calls the terminal's own colour.
    private static let own: Int16 = -1

    private let colors: Int32
    private var pairs: [Pair: Int32] = [:]

    /// Tells ncurses to keep the terminal's own colours where none are asked for.
    init(usesColor: Bool) {
        guard usesColor, has_colors(), start_color() == OK, use_default_colors() == OK else {
            colors = 0
            return
        }
        colors = lede_curses_colors()
    }

    var count: Int { Int(colors) }

    /// The number of the pair for a style; the plain one where the terminal has no such colours, or no pair left.
    mutating func pair(for style: CellStyle) -> Int32 {
        let pair = Pair(foreground: color(style.foreground), background: color(style.background))
        if pair.foreground == Self.own && pair.background == Self.own { return 0 }
        if let number = pairs[pair] { return number }
        let number = Int32(pairs.count + 1)
        guard number < lede_curses_pairs(),
            init_extended_pair(number, Int32(pair.foreground), Int32(pair.background)) == OK
        else { return 0 }
        pairs[pair] = number
        return number
    }

    /// The style without the colours that the terminal does not have, or the person does not want.
    func reduced(_ style: CellStyle) -> CellStyle {
        CellStyle(style.attributes, foreground: known(style.foreground), background: known(style.background))
    }

    private func color(_ color: Int16?) -> Int16 { known(color) ?? Self.own }

    private func known(_ color: Int16?) -> Int16? { color.flatMap { Int32($0) < colors ? $0 : nil } }
}
