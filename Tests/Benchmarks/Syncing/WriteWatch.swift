import Foundation
import SQLite

/// What changes when another process writes to a database.
struct WriteWatch: Equatable {
    /// A number that changes with each of others' transactions that wrote.
    private let version: Int
    /// The sizes of the file and its log, and when they were written.
    private let files: [FileState]

    private struct FileState: Equatable {
        let size: Int?
        let written: Date?
    }

    /// The database must have been open since before the writing.
    init(_ database: Database, _ path: String) throws {
        version = try database.first("PRAGMA data_version") { $0.int(0) } ?? 0
        files = ["", "-wal"].map { end in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + end)
            return FileState(
                size: attributes?[.size] as? Int, written: attributes?[.modificationDate] as? Date)
        }
    }
}
