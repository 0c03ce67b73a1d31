import CSQLite
import Glibc

/// Collects which rows of some tables were written.
final class RowLog {
    private var rows: [(table: String, numbers: [Int64])]

    init(of tables: [String]) { rows = tables.map { ($0, []) } }

    func add(_ table: UnsafePointer<CChar>, _ number: Int64) {
        guard let index = rows.firstIndex(where: { strcmp($0.table, table) == 0 }) else { return }
        rows[index].numbers.append(number)
    }

    func take() -> [String: [Int64]] {
        defer { for index in rows.indices { rows[index].numbers = [] } }
        return Dictionary(rows.map { ($0.table, $0.numbers) }) { first, _ in first }
    }
}

extension Database {
    /// Starts to collect the rows of these tables that this connection inserts, changes or deletes, even if rolled
    /// back. The tables need row numbers.
    package func recordRows(of tables: [String]) {
        let log = RowLog(of: tables)
        connection.rowLog = log
        sqlite3_update_hook(
            connection.handle,
            { log, _, _, table, number in
                guard let log, let table else { return }
                Unmanaged<RowLog>.fromOpaque(log).takeUnretainedValue().add(table, number)
            }, Unmanaged.passUnretained(log).toOpaque())
    }

    package func stopRecordingRows() {
        sqlite3_update_hook(connection.handle, nil, nil)
        connection.rowLog = nil
    }

    /// Returns the rows written since the last call, by table. A row may occur several times.
    package func takeRecordedRows() -> [String: [Int64]] { connection.rowLog?.take() ?? [:] }

    package var notesRows: Bool { connection.rowLog != nil }
}
