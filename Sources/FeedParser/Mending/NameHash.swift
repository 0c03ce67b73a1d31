/// What is left of a name to know it again by.
///
/// Names that share a hash are taken for one another. Whoever makes that happen has broken no document but his own.
struct NameHash: Hashable {
    private let value: UInt64

    /// Of an element's name, in which letter case does not count when a document is broken: there `<pubDate>` ends in
    /// `</pubdate>`.
    init(_ name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0x20)
    }

    /// Of a name in which letter case counts, such as an entity's: `&Eacute;` is not `&eacute;`.
    init(exactly name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0)
    }

    init(_ name: String) {
        self.init(name.utf8)
    }

    // FNV-1a, which is short and good enough for words. The bit that tells small letters from capitals is set where it does
    // not count; what else it confuses is no letter and hardly in a name.
    private init(_ name: some Sequence<UInt8>, caseMask: UInt8) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { value = (value ^ UInt64(byte | caseMask)) &* 0x100_0000_01B3 }
        self.value = value
    }

    /// Where to look for it in a table of so many places.
    func slot(of count: Int) -> Int { Int(truncatingIfNeeded: (value ^ value >> 32) % UInt64(count)) }
}
