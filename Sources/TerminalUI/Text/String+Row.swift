extension String {
    /// Where a cursor is in a list: “row 5 of 8”, which nobody takes for the number of unread items.
    init(row: String, of count: Int) { self = "row \(row) of \(count)" }

    init(row: Int, of count: Int) { self.init(row: "\(row)", of: count) }
}
