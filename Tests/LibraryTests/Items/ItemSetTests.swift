import Library
import TestSupport
import Testing

@Suite struct ItemSetTests {
    /// Numbers up to `limit`, some of them consecutive.
    private static func numbers(_ count: Int, upTo limit: Int64, _ chance: inout SplitMix) -> Set<Int64> {
        var numbers: Set<Int64> = []
        while numbers.count < count {
            let start = Int64.random(in: 1...limit, using: &chance)
            for number in start...min(start + Int64.random(in: 0...3, using: &chance), limit) { numbers.insert(number) }
        }
        return numbers
    }

    @Test func `a set has its items once, in order`() {
        let items = ItemSet([5, 3, 4, 9, 3].map(ItemID.init))
        #expect(items.map(\.rawValue) == [3, 4, 5, 9])
        #expect((items.count, items.first, items.last) == (4, ItemID(3), ItemID(9)))
        #expect((1...10).filter { items.contains(ItemID($0)) } == [3, 4, 5, 9])
    }

    @Test func `a set without items is empty`() {
        #expect(ItemSet().isEmpty && ItemSet().count == 0 && !ItemSet().contains(ItemID(1)))
        #expect(ItemSet([ItemID(0), ItemID(-1), ItemID(.min)]).isEmpty)
    }

    @Test(arguments: 0..<50)
    func `union, subtraction and intersection work as for plain sets`(seed: UInt64) {
        var chance = SplitMix(state: seed)
        let limit = Int64.random(in: 1...200, using: &chance)
        let (left, right) = (
            Self.numbers(Int(limit) / 3, upTo: limit, &chance), Self.numbers(Int(limit) / 4, upTo: limit, &chance)
        )
        let (a, b) = (ItemSet(left.map(ItemID.init)), ItemSet(right.map(ItemID.init)))
        #expect(a.union(b).map(\.rawValue) == left.union(right).sorted())
        #expect(a.subtracting(b).map(\.rawValue) == left.subtracting(right).sorted())
        #expect(a.intersection(b).map(\.rawValue) == left.intersection(right).sorted())
        #expect(ItemSet(encoded: a.encoded.span) == a)
    }

    @Test func `a hundred thousand consecutive items take a few bytes`() {
        let items = ItemSet((900_001...1_000_000).lazy.map(ItemID.init))
        #expect(items.encoded.count <= 6)
        #expect(ItemSet(encoded: items.encoded.span) == items)
    }

    @Test func `a hundred thousand scattered items take up to two bytes each`() {
        var chance = SplitMix(state: 1)
        let items = ItemSet((1...1_000_000).filter { _ in chance.next() % 10 == 0 }.map(ItemID.init))
        #expect(items.count > 90_000)
        #expect(items.encoded.count < 2 * items.count)
        #expect(ItemSet(encoded: items.encoded.span) == items)
    }

    private static let great: [[Int64]] = [[.max], [1, .max], [.max - 1, .max], [1, 2, .max - 2, .max]]

    @Test(arguments: great)
    func `the greatest numbers can be in a set`(numbers: [Int64]) {
        let items = ItemSet(numbers.map(ItemID.init))
        #expect(ItemSet(encoded: items.encoded.span)?.map(\.rawValue) == numbers)
    }

    private static let nonsense: [[UInt8]] = [
        [0x80], [0x01], [0x01, 0x80], [UInt8](repeating: 0xFF, count: 11), [UInt8](repeating: 0xFF, count: 9) + [0x02],
        [0x03] + [UInt8](repeating: 0xFF, count: 9) + [0x01], [UInt8](repeating: 0xFF, count: 9) + [0x01, 0, 0, 0]
    ]

    @Test(arguments: nonsense)
    func `bytes that encode no set are refused`(bytes: [UInt8]) {
        #expect(ItemSet(encoded: bytes.span) == nil)
    }

    @Test(arguments: 0..<2000)
    func `any bytes are read as a set, or refused`(seed: UInt64) {
        var chance = SplitMix(state: seed)
        let bytes = (0..<Int(chance.next() % 40)).map { _ in
            UInt8(truncatingIfNeeded: chance.next() >> (chance.next() % 8))
        }
        guard let items = ItemSet(encoded: bytes.span) else { return }
        #expect(items.count >= 0)
        #expect(ItemSet(encoded: items.encoded.span) == items)
    }
}
