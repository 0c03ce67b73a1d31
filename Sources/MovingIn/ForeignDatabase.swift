import FoundationEssentials
import Glibc
import SQLite
import System
import URLs

/// Another reader's database, which may contain anything.
struct ForeignDatabase: Sendable {
    let path: String
    private let copy: FolderCopy
    private let database: Locked<Database>

    /// Opens a copy of the file in `folder`.
    init(path: String, copyingTo folder: String) throws(MovingFailure) {
        self.path = path
        copy = try FolderCopy(of: path, in: folder)
        do {
            let database = try Database(
                path: copy.path, access: .readWrite, options: DatabaseOptions(runsSchema: false))
            // SQLite reads the file, and rolls back what a kill left in its journal, only when asked for something.
            _ = try database.pragma("schema_version")
            try database.refuseWrites()
            self.database = Locked(database)
        } catch {
            throw MovingFailure(error, in: path)
        }
    }

    /// Returns the columns of a table with this column, without those that the schema computes; none if it isn't a
    /// plain table.
    func columns(of table: String, with column: String) throws(MovingFailure) -> Set<String> {
        guard database.withLock({ $0.hasPlainTable(table, with: column) }) else { return [] }
        return try Set(all("PRAGMA table_info(\(table))") { $0.text(1) })
    }

    func all<Result: Sendable>(
        _ sql: String, read: @Sendable (borrowing Row) throws -> Result
    ) throws(MovingFailure) -> [Result] {
        do {
            return try database.withLock { database in try database.all(sql, read: read) }
        } catch {
            throw MovingFailure(error, in: path)
        }
    }
}

/// The columns for a query of a table that may lack some of them, as in old versions.
struct ColumnList {
    let sql: String

    init(_ names: [String], of known: Set<String>) {
        sql = names.map { known.contains($0) ? $0 : "NULL AS \($0)" }.joined(separator: ", ")
    }
}

/// A private folder with copies of a database and its companion files, removed with this object.
///
/// lede only opens the copy: opening a database may write to it, and the original belongs to the other reader.
private final class FolderCopy: Sendable {
    let path: String
    private let folder: String
    /// The folder's descriptor, locked while the copy is in use.
    private let lock: Int32
    private static let prefix = "import."
    private static let name = "copy.db"
    private static let companions = ["-journal", "-wal"]
    /// Many times the largest cache that users have.
    private static let mostBytes = 4 << 30

    /// Copies the file into a new folder in `parent`, and removes copies that a kill left there.
    init(of original: String, in parent: String) throws(MovingFailure) {
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw MovingFailure.unreadable(path: parent, reason: String(cString: strerror(errno)))
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX)
        path = "\(folder)/\(Self.name)"
        for _ in 0..<3 {
            let before = Self.state(of: original)
            for companion in [""] + Self.companions { try Self.copy(original + companion, to: path + companion) }
            if Self.state(of: original) == before { return }
        }
        throw MovingFailure.inUse(path: original)
    }

    deinit {
        Self.remove(folder)
        close(lock)
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-shm"] + companions { unlink("\(folder)/\(name)\(suffix)") }
        rmdir(folder)
    }

    /// Removes folders of killed imports, whose locks nobody holds any more.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            if isAbandoned("\(parent)/\(name)") { remove("\(parent)/\(name)") }
        }
    }

    private static func isAbandoned(_ folder: String) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        // A folder created just now may not be locked yet.
        guard fstat(descriptor, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 else { return false }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Values that change when somebody writes to the database.
    private static func state(of original: String) -> [Int] {
        ([""] + companions).flatMap { companion in
            var status = stat()
            guard stat(original + companion, &status) == 0 else { return [-1] }
            return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_ino)]
        }
    }

    /// Copies a regular file. Most companion files don't exist.
    private static func copy(_ original: String, to destination: String) throws(MovingFailure) {
        unlink(destination)
        let source = open(original, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else {
            if errno == ENOENT, companions.contains(where: original.hasSuffix) { return }
            throw MovingFailure.unreadable(path: original, reason: String(cString: strerror(errno)))
        }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MovingFailure.unreadable(path: original, reason: "it isn't a regular file")
        }
        // Such a file takes no room while it is full of holes, but its copy would.
        guard status.st_size <= Self.mostBytes else {
            throw MovingFailure.unreadable(path: original, reason: "it's larger than \(Self.mostBytes >> 30) GB")
        }
        let target = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw MovingFailure.unreadable(path: destination, reason: String(cString: strerror(errno)))
        }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else {
                throw MovingFailure.unreadable(path: original, reason: String(cString: strerror(errno)))
            }
            if count == 0 { return }
            guard write(target, buffer, count) == count else {
                throw MovingFailure.unreadable(path: destination, reason: String(cString: strerror(errno)))
            }
        }
    }
}

/// The rows of a table in another reader's database, read in pieces in the order of storage.
struct ForeignTable: Sendable {
    private let database: ForeignDatabase
    private let name: String
    private let columns: [String]
    private let list: ColumnList
    private var lastRow: Int64 = .min
    private static let batch = 2000

    /// Opens a table. It may lack any of `columns` except the first and the `needed` ones; `contents` names the data in
    /// an error.
    init(
        _ name: String, in database: ForeignDatabase, columns: [String], needed: Set<String>, contents: String
    ) throws(MovingFailure) {
        let known = try database.columns(of: name, with: columns[0])
        guard known.isSuperset(of: needed) else {
            throw MovingFailure.notItsDatabase(path: database.path, reason: "it has no \(contents)")
        }
        self.database = database
        self.name = name
        self.columns = columns
        list = ColumnList(columns, of: known)
    }

    /// Returns what `read` makes of the next rows, with columns in order; empty at the end.
    mutating func next<Result: Sendable>(
        read: @Sendable (borrowing Row) throws -> Result
    ) throws(MovingFailure) -> [Result] {
        let number = Column.position(Int32(columns.count))
        let rows = try database.all(
            "SELECT \(list.sql), rowid FROM \(name) NOT INDEXED WHERE rowid > \(lastRow) ORDER BY rowid LIMIT \(Self.batch)"
        ) { row in (try read(row), row.integer(number)) }
        for (_, number) in rows {
            // Pages of a damaged file can form a circle, so that rows would repeat for ever.
            guard number > lastRow else {
                throw .notItsDatabase(path: database.path, reason: "its rows are out of order")
            }
            lastRow = number
        }
        return rows.map(\.0)
    }
}

extension Row {
    /// Returns the text; empty if another type is stored, which no reader does.
    func storedText(_ column: Column) -> String {
        if case .text(let text) = value(column) { text } else { "" }
    }

    /// Returns the text unless it is empty.
    func filledText(_ column: Column) -> String? {
        let text = storedText(column)
        return text.isEmpty ? nil : text
    }

    /// Returns the date from seconds since 1970, if there is one.
    func moment(_ column: Column) -> Date? {
        integer(column) > 0 ? Date(timeIntervalSince1970: Double(integer(column))) : nil
    }

    /// Returns the text if it is a web URL.
    func webAddress(_ column: Column) -> String? {
        filledText(column).flatMap { $0.isWebAddress ? $0 : nil }
    }
}

extension String {
    /// Plain text as HTML that shows it.
    var asHTML: String {
        var html = ""
        for character in unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\n": html += "<br>"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }
}
