/// What was used last, in limited memory: what nobody asked for the longest goes first.
package struct RecentlyUsed<Key: Hashable, Value> {
    private let limit: Int
    private let byteCount: (Value) -> Int
    private var entries: [Key: (value: Value, lastUse: Int)] = [:]
    private var uses = 0
    private var total = 0

    package init(byteLimit: Int = 32 << 20, byteCount: @escaping (Value) -> Int) {
        (limit, self.byteCount) = (byteLimit, byteCount)
    }

    /// What is kept for the key. Asking counts as a use.
    package subscript(key: Key) -> Value? {
        mutating get {
            guard let entry = entries[key] else { return nil }
            uses += 1
            entries[key]?.lastUse = uses
            return entry.value
        }
    }

    /// Keeps a value, unless it takes more than all the room.
    package mutating func insert(_ value: Value, _ key: Key) {
        remove(key)
        let bytes = byteCount(value)
        guard bytes <= limit else { return }
        while total + bytes > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
            remove(oldest)
        }
        uses += 1
        entries[key] = (value, uses)
        total += bytes
    }

    package mutating func remove(_ key: Key) {
        total -= entries.removeValue(forKey: key).map { byteCount($0.value) } ?? 0
    }

    package mutating func removeAll() {
        entries = [:]
        total = 0
    }
}
