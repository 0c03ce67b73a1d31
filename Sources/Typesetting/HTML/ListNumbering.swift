/// How the items of a list are counted.
struct ListNumbering {
    let marker: List.Marker
    /// The number of the first item; nil where it follows from how many there are.
    var start: Int?
    var isReversed = false

    /// The items with their numbers, of which those that the page gives count on from there.
    func items(_ items: [(value: Int?, blocks: [Block])]) -> [List.Item] {
        var number = start ?? (isReversed ? items.count : 1)
        return items.map { value, blocks in
            guard marker != .bullet else { return List.Item(blocks) }
            let own = value ?? number
            // The page's numbers have ten digits at most, so that nothing overflows.
            number = isReversed ? own - 1 : own + 1
            return List.Item(number: own, blocks)
        }
    }
}
