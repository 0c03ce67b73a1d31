/// What a code point does in a row of cells: how many it takes, and whether it joins the character before it.
///
/// `CellTraitTable` uses the raw values.
enum CellTrait: UInt8 {
    case narrow
    case wide
    /// Joins the character before it and takes no cell.
    case mark
    /// Belongs to the character before it but takes its own cell, like many Indic vowels.
    case spacingMark
    case wideMark
    /// A sign that the following digits belong to.
    case prepended
    /// The consonants, vowels and final consonants that form Hangul syllables.
    case leadingJamo
    case vowelJamo
    case trailingJamo
    /// The parts of emoji, with one cell or two.
    case narrowPictograph
    case widePictograph
    /// The letters of flags.
    case regionalIndicator
    /// Private, unassigned, or newer than the C library's Unicode, so its width is unknown.
    case unknown
    /// White space, a control or a format character; `CharacterKind` has the details.
    case special
    /// Joins the character before it, takes no cell, and shows nothing on some terminals.
    case ignorable
    /// ZWJ, which joins two emoji.
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
