/// Prepared statements by their SQL. A new one replaces the least recently used.
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

    // Comparing all of them is cheap compared with preparing a statement, which comes next.
    private mutating func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        entries[oldest.key] = nil
    }
}
