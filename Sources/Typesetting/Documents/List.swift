/// Items under bullets or numbers.
package struct List: Equatable, Sendable {
    /// How the items are told apart: letters and numerals stand for the number of their item.
    package enum Marker: Equatable, Sendable {
        case bullet
        case decimal
        case lowerLetter
        case upperLetter
        case lowerRoman
        case upperRoman
    }

    package struct Item: Equatable, Sendable {
        /// What the item is counted as, which may be anything; nil under bullets.
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
