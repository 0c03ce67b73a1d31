/// A part of a text that shouldn't be broken: a word, an ideograph, or a number with its unit.
struct LineSegment: Equatable {
    enum Ending: UInt8 {
        /// The line may end here.
        case opportunity
        /// The line may end here, with a hyphen that only shows then.
        case softHyphen
        /// The line ends here.
        case forced
    }

    /// The bytes of its text, without the following spaces.
    var start: Int
    var end: Int
    /// The start of the next segment.
    var next: Int
    /// The cells of its text, and of the following spaces, which only count if another segment follows on the line.
    var cells: Int
    var gap: Int
    var ending: Ending

    /// The cells that it takes at the end of a line.
    var cellsAtLineEnd: Int { ending == .softHyphen ? cells + 1 : cells }
}
