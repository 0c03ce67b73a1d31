/// A part of a text within which no line breaks if it can be helped: a word, an ideograph, a number with its unit.
struct LineSegment: Equatable {
    enum Ending: UInt8 {
        /// The line may end here.
        case opportunity
        /// The line may end here, with a hyphen that is not shown elsewhere.
        case softHyphen
        /// The line ends here.
        case forced
    }

    /// The bytes of its text, without the spaces after it.
    var start: Int
    var end: Int
    /// Where the segment after it starts.
    var next: Int
    /// The cells of its text, and of the spaces after it, which only count where another segment follows on the line.
    var cells: Int
    var gap: Int
    var ending: Ending

    /// The cells that it takes where the line ends with it.
    var cellsAtLineEnd: Int { ending == .softHyphen ? cells + 1 : cells }
}
