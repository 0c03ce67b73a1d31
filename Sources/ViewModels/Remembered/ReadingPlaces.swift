import Library
import Typesetting

/// How far articles were read. Reopening an article continues there.
struct ReadingPlaces: Equatable {
    /// An item's text: the feed's, or that of its page.
    struct Text: Hashable {
        let item: ItemID
        var isPage = false
    }

    private var places: [Text: TextPosition] = [:]
    /// The articles read last come last.
    private var order: [Text] = []

    /// Nobody reads more at the same time.
    private static let most = 500
    static let longest = 1 << 16

    init() {}

    /// Parses lines with an item, a block of its text, an offset in the block, and a 1 if it is the text of its page. Ignores
    /// invalid lines.
    init(_ text: String) {
        for line in text.split(separator: "\n").suffix(Self.most) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3 || numbers.count == 4 && numbers[3] == 1, numbers[1] >= 0, numbers[2] >= -1 else {
                continue
            }
            let text = Text(item: ItemID(Int64(numbers[0])), isPage: numbers.count == 4)
            record(TextPosition(block: numbers[1], offset: numbers[2]), of: text)
        }
    }

    var text: String {
        order.compactMap { text in
            places[text].map { "\(text.item.rawValue) \($0.block) \($0.offset)\(text.isPage ? " 1" : "")\n" }
        }.joined()
    }

    func place(of text: Text) -> TextPosition { places[text] ?? .start }

    /// Notes a position. Forgets articles that are at their start, or that were read to the end.
    mutating func record(_ place: TextPosition?, of text: Text) {
        if places.removeValue(forKey: text) != nil { order.removeAll { $0 == text } }
        guard let place, place > .start else { return }
        places[text] = place
        order.append(text)
        if order.count > Self.most { places[order.removeFirst()] = nil }
    }
}
