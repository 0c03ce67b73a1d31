/// The numbering of a list.
struct ListNumbering {
    let marker: List.Marker
    /// The number of the first item; nil if it depends on their count.
    var start: Int?
    var isReversed = false

    /// Returns the items with their numbers. A number given by the page continues from there.
    func items(_ items: [(value: Int?, blocks: [Block])]) -> [List.Item] {
        var number = start ?? (isReversed ? items.count : 1)
        return items.map { value, blocks in
            guard marker != .bullet else { return List.Item(blocks) }
            let own = value ?? number
            // The page's numbers have at most ten digits, so nothing overflows.
            number = isReversed ? own - 1 : own + 1
            return List.Item(number: own, blocks)
        }
    }
}
