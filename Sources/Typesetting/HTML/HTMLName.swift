/// What is left of the name of an element or an attribute to know it again by; letter case does not count.
///
/// Names that share a hash are taken for one another. Whoever makes that happen has broken no document but his own.
struct HTMLName: Hashable {
    // FNV-1a, which is short and good enough for words.
    fileprivate(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte.lowercased)) &* 0x100_0000_01B3
    }

    init() {}

    init(_ name: String) {
        for byte in name.utf8 { append(byte) }
    }
}

/// The names that a reader of HTML knows, and what they stand for.
struct HTMLNameTable<Value: Sendable>: Sendable {
    private var slots: [(hash: UInt64, value: Value)?]

    init(_ names: [(name: String, value: Value)]) {
        slots = Array(repeating: nil, count: Self.slotCount)
        for (name, value) in names {
            let hash = HTMLName(name).hash
            var slot = Self.slot(of: hash)
            while slots[slot] != nil { slot = (slot + 1) % Self.slotCount }
            slots[slot] = (hash, value)
        }
    }

    subscript(name: HTMLName) -> Value? {
        var slot = Self.slot(of: name.hash)
        while let entry = slots[slot] {
            if entry.hash == name.hash { return entry.value }
            slot = (slot + 1) % Self.slotCount
        }
        return nil
    }

    // Some four times the names that HTML has, so that hardly two want the same slot.
    private static var slotCount: Int { 1024 }

    private static func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: (hash ^ hash >> 32) & 1023) }
}

extension UInt8 {
    @inline(__always)
    var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }

    @inline(__always)
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    @inline(__always)
    var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// White space as HTML knows it.
    @inline(__always)
    var isHTMLSpace: Bool {
        self == .space || self == .newline || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
