/// A name's hash, to recognise the name.
///
/// Names with equal hashes are confused. Whoever provokes that breaks only their own document.
struct NameHash: Hashable {
    private let value: UInt64

    /// Hashes an element's name, ignoring case as in a broken document: there `</pubdate>` may end `<pubDate>`.
    init(_ name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0x20)
    }

    /// Hashes a case-sensitive name, such as an entity's: `&Eacute;` isn't `&eacute;`.
    init(exactly name: some Sequence<UInt8>) {
        self.init(name, caseMask: 0)
    }

    init(_ name: String) {
        self.init(name.utf8)
    }

    // FNV-1a, which is short and good enough for words. To ignore case, the bit that distinguishes it is set; other
    // characters confused by this aren't letters and are rare in names.
    private init(_ name: some Sequence<UInt8>, caseMask: UInt8) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { value = (value ^ UInt64(byte | caseMask)) &* 0x100_0000_01B3 }
        self.value = value
    }

    /// Its first slot in a table of this size.
    func slot(of count: Int) -> Int { Int(truncatingIfNeeded: (value ^ value >> 32) % UInt64(count)) }
}
