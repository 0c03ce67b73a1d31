import CNcurses

/// The colour pairs that ncurses was told of, one for each foreground in use on the terminal's own background.
struct Palette {
    private let colors: Int32
    private var pairs: [Int16: Int32] = [:]

    /// Tells ncurses to keep the terminal's own colours where none are asked for.
    init(usesColor: Bool) {
        guard usesColor, has_colors(), start_color() == OK, use_default_colors() == OK else {
            colors = 0
            return
        }
        colors = lede_curses_colors()
    }

    /// The pair for a colour; the plain one where the terminal has no such colour, or no pair left.
    mutating func pair(for foreground: Int16?) -> Int32 {
        guard let foreground, Int32(foreground) < colors else { return 0 }
        if let pair = pairs[foreground] { return pair }
        let pair = Int32(pairs.count + 1)
        guard pair < lede_curses_pairs(), init_extended_pair(pair, Int32(foreground), -1) == OK else { return 0 }
        pairs[foreground] = pair
        return pair
    }
}
