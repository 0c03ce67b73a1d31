import Library
import Typesetting

/// How far articles were read. Reopening an article continues there.
struct ReadingPlaces: Equatable {
    private var places: [ItemID: TextPosition] = [:]
    /// The articles read last come last.
    private var order: [ItemID] = []

    /// Nobody reads more at the same time.
    private static let most = 500
    static let longest = 1 << 16

    init() {}

    /// Parses lines with an item, a block of its text and an offset in the block. Ignores invalid lines.
    init(_ text: String) {
        for line in text.split(separator: "\n").suffix(Self.most) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3, numbers[1] >= 0, numbers[2] >= -1 else { continue }
            record(TextPosition(block: numbers[1], offset: numbers[2]), of: ItemID(Int64(numbers[0])))
        }
    }

    var text: String {
        order.compactMap { item in
            places[item].map { "\(item.rawValue) \($0.block) \($0.offset)\n" }
        }.joined()
    }

    func place(of item: ItemID) -> TextPosition { places[item] ?? .start }

    /// Notes a position. Forgets articles that are at their start, or that were read to the end.
    mutating func record(_ place: TextPosition?, of item: ItemID) {
        if places.removeValue(forKey: item) != nil { order.removeAll { $0 == item } }
        guard let place, place > .start else { return }
        places[item] = place
        order.append(item)
        if order.count > Self.most { places[order.removeFirst()] = nil }
    }
}
