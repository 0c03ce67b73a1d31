/// Text in one style that begins in some column of a row.
struct Piece: Equatable {
    var column: Int
    var text: String
    var style: CellStyle
    /// Where a click on the text leads, on terminals that know of links.
    var link: String?
}
