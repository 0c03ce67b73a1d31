/// The pictures shown last, in limited memory: the one that nobody asked for the longest goes first.
package struct PixelCache<Key: Hashable> {
    private let limit: Int
    private var entries: [Key: (pixels: Pixels, lastUse: Int)] = [:]
    private var uses = 0
    private var byteCount = 0

    package init(byteLimit: Int = 32 << 20) {
        limit = byteLimit
    }

    /// The pixels of a picture, which counts as a use.
    package mutating func pixels(_ key: Key) -> Pixels? {
        guard let entry = entries[key] else { return nil }
        uses += 1
        entries[key]?.lastUse = uses
        return entry.pixels
    }

    /// Keeps pixels, unless they take more than all the room. Returns the pictures that made room for them.
    @discardableResult
    package mutating func insert(_ pixels: Pixels, _ key: Key) -> [Key] {
        remove(key)
        guard pixels.bytes.count <= limit else { return [] }
        var removed: [Key] = []
        while byteCount + pixels.bytes.count > limit,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            remove(oldest)
            removed.append(oldest)
        }
        uses += 1
        entries[key] = (pixels, uses)
        byteCount += pixels.bytes.count
        return removed
    }

    package mutating func remove(_ key: Key) {
        byteCount -= entries.removeValue(forKey: key)?.pixels.bytes.count ?? 0
    }

    package mutating func removeAll() {
        entries = [:]
        byteCount = 0
    }
}
