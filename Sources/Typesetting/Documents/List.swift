/// Items with bullets or numbers.
package struct List: Equatable, Sendable {
    /// The markers of the items. Letters and numerals stand for the item's number.
    package enum Marker: Equatable, Sendable {
        case bullet
        case decimal
        case lowerLetter
        case upperLetter
        case lowerRoman
        case upperRoman
    }

    package struct Item: Equatable, Sendable {
        /// The number of the item, which may be any; nil for bullets.
        package var number: Int?
        package var blocks: [Block]

        package init(number: Int? = nil, _ blocks: [Block]) {
            self.number = number
            self.blocks = blocks
        }
    }

    package var marker: Marker
    package var items: [Item]

    package init(marker: Marker = .bullet, items: [Item]) {
        self.marker = marker
        self.items = items
    }
}
