import Library
import Typesetting

/// How far articles were read, so that coming back to one goes on there.
struct ReadingPlaces: Equatable {
    private var places: [ItemID: TextPosition] = [:]
    /// Those that were read last come last.
    private var order: [ItemID] = []

    /// More than anybody reads at the same time.
    private static let most = 500
    static let longest = 1 << 16

    init() {}

    /// From lines of an item, a block of its text and an offset in it. What can't be understood is left out.
    init(_ text: String) {
        for line in text.split(separator: "\n").suffix(Self.most) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3, numbers[1] >= 0, numbers[2] >= -1 else { continue }
            note(TextPosition(block: numbers[1], offset: numbers[2]), of: ItemID(Int64(numbers[0])))
        }
    }

    var text: String {
        order.compactMap { item in
            places[item].map { "\(item.rawValue) \($0.block) \($0.offset)\n" }
        }.joined()
    }

    func place(of item: ItemID) -> TextPosition { places[item] ?? .start }

    /// Takes note of a place; an article that is at its start again, or read to its end, is forgotten.
    mutating func note(_ place: TextPosition?, of item: ItemID) {
        if places.removeValue(forKey: item) != nil { order.removeAll { $0 == item } }
        guard let place, place > .start else { return }
        places[item] = place
        order.append(item)
        if order.count > Self.most { places[order.removeFirst()] = nil }
    }
}
