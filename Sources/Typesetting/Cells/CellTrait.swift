/// What a code point is to a row of cells: how many it takes, and whether it joins what stands before it.
///
/// The numbers are those that `CellTraitTable` is written in.
enum CellTrait: UInt8 {
    case narrow
    case wide
    /// Joins the character before it and takes no cell.
    case mark
    /// Belongs to the character before it and takes a cell of its own, as many Indic vowels do.
    case spacingMark
    case wideMark
    /// A sign that the digits after it belong to.
    case prepended
    /// The consonants, vowels and last consonants that Hangul syllables are spelt of.
    case leadingJamo
    case vowelJamo
    case trailingJamo
    /// What emoji are made of, in one cell and in two.
    case narrowPictograph
    case widePictograph
    /// The letters of flags.
    case regionalIndicator
    /// Private, not assigned, or younger than the C library's Unicode, so that nobody knows its width.
    case unknown
    /// White space, controls and format characters: `CharacterKind` says which.
    case special
    /// Joins the character before it, takes no cell, and adds nothing that every terminal shows.
    case ignorable
    /// ZWJ, which makes one emoji of two.
    case joiner

    @inline(__always)
    init(_ codePoint: UInt32) {
        guard codePoint < 0x110000, let trait = CellTrait(rawValue: CellTraitTable[codePoint]) else {
            self = .unknown
            return
        }
        self = trait
    }

    var isPictograph: Bool { self == .narrowPictograph || self == .widePictograph }
}
