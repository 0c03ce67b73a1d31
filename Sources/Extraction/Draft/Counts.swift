/// What there is in an element, counted once and corrected when a part is removed, so that no text is read twice.
struct Counts: Equatable {
    private var lanes: SIMD8<Int32> = .zero

    /// UTF-16 units, with white space in a row as one.
    var letters: Int {
        get { Int(lanes[0]) }
        set { lanes[0] = Int32(newValue) }
    }
    var commas: Int {
        get { Int(lanes[1]) }
        set { lanes[1] = Int32(newValue) }
    }
    /// Tenths of the letters in links. Links within the page count for three tenths.
    var linkTenths: Int {
        get { Int(lanes[2]) }
        set { lanes[2] = Int32(newValue) }
    }
    var paragraphs: Int {
        get { Int(lanes[3]) }
        set { lanes[3] = Int32(newValue) }
    }
    var images: Int {
        get { Int(lanes[4]) }
        set { lanes[4] = Int32(newValue) }
    }
    var items: Int {
        get { Int(lanes[5]) }
        set { lanes[5] = Int32(newValue) }
    }
    var inputs: Int {
        get { Int(lanes[6]) }
        set { lanes[6] = Int32(newValue) }
    }
    /// The letters in lists.
    var listLetters: Int {
        get { Int(lanes[7]) }
        set { lanes[7] = Int32(newValue) }
    }

    /// The part of the text that is links.
    var linkDensity: Double { letters == 0 ? 0 : Double(linkTenths) / 10 / Double(letters) }

    static func += (one: inout Counts, other: Counts) { one.lanes &+= other.lanes }
    static func -= (one: inout Counts, other: Counts) { one.lanes &-= other.lanes }
}
