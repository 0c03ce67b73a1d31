/// Prepared statements by their SQL, as many as fit: for a new one the least recently used goes.
struct StatementCache {
    private var entries: [String: (statement: Statement, lastUse: Int)] = [:]
    private var uses = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(sql: String) -> Statement? {
        mutating get {
            uses += 1
            entries[sql]?.lastUse = uses
            return entries[sql]?.statement
        }
        set {
            uses += 1
            entries[sql] = newValue.map { ($0, uses) }
            if entries.count > capacity { removeOldest() }
        }
    }

    mutating func removeAll() { entries = [:] }

    // Looking at all is cheap beside preparing a statement, which is what led here.
    private mutating func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        entries[oldest.key] = nil
    }
}
