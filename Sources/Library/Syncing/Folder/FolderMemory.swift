package import FoundationEssentials
import SQLite
package import SyncFolder

/// A device that agrees through the folder.
package struct FolderDevice: Equatable, Sendable {
    package let row: Int64
    package let id: DeviceID
    /// Its name, which anybody may have written.
    package let title: String?
    package let version: String?
    /// The time of its newest line, by its clock.
    package let seen: Date?
    /// Whether this library is or was the device.
    package let isOwn: Bool
    let machine: String?
    let inode: Int64?
    /// The last number that this library gave a line of the device.
    package let lastLine: Int64
    package let isThere: Bool

    /// Its folder.
    package var name: String { id.text }
}

/// How far a file in the folder is read, or written if it is the library's own.
package struct FolderFile: Equatable, Sendable {
    package let name: String
    package var version: FileVersion
    package var place: FilePlace
    /// The numbers of its lines.
    package var lines: ClosedRange<Int64>?
    /// How many between them are missing.
    package var missing: Int

    package init(
        name: String, version: FileVersion, place: FilePlace, lines: ClosedRange<Int64>? = nil, missing: Int = 0
    ) {
        (self.name, self.version, self.place, self.lines, self.missing) = (name, version, place, lines, missing)
    }

    /// So that no folder makes the numbers overflow.
    package static let mostMissing = 1 << 30
}

/// What the library remembers of the folder.
package struct FolderMemory: Equatable, Sendable {
    package var devices: [FolderDevice] = []
    /// The files of each device, by name.
    package var files: [Int64: [String: FolderFile]] = [:]
    /// Whether something was done here that the folder may not have.
    package var hasNews = false

    package func own(at site: LibrarySite) -> FolderDevice? {
        devices.first { $0.machine == site.machine && $0.inode == site.inode && $0.isThere }
    }

    /// The numbers of a device's lines that are known, and how many before the last are missing.
    package func known(of device: Int64) -> (last: Int64, missing: Int) {
        var (last, missing) = (Int64(0), 0)
        let ranges = (files[device] ?? [:]).values.compactMap { file in file.lines.map { ($0, file.missing) } }
        for (lines, inside) in ranges.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            missing += inside + max(0, Int(clamping: lines.lowerBound - last - 1))
            last = max(last, lines.upperBound)
        }
        return (last, missing)
    }
}

extension Library {
    package func folderMemory() throws(LibraryFailure) -> FolderMemory {
        try read { database in
            var memory = FolderMemory()
            memory.devices = try database.folderDevices()
            try database.each(
                "SELECT device, name, size, changed, place, tail, first_line, last_line, missing FROM folder_files"
            ) { row in
                let file = FolderFile(row)
                memory.files[row.integer(0), default: [:]][file.name] = file
            }
            memory.hasNews =
                try database.first(
                    """
                    SELECT EXISTS (SELECT 1 FROM folder_touches) OR EXISTS (SELECT 1 FROM folder_lines)
                        OR EXISTS (SELECT 1 FROM server_accounts WHERE kind = 'folder' AND lists_read_at IS NULL)
                    """
                ) { $0.bool(0) } ?? false
            return memory
        }
    }
}

extension Database {
    func folderDevices() throws -> [FolderDevice] {
        try all("SELECT id, name, title, version, seen, machine, inode, last_line, is_there FROM folder_devices") {
            FolderDevice($0)
        }.compactMap(\.self)
    }

    /// Remembers how far a file is read.
    func record(_ file: FolderFile, of device: Int64) throws {
        try run(
            """
            INSERT OR REPLACE INTO folder_files (device, name, size, changed, place, tail, first_line, last_line, missing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, device, file.name, file.version.size, file.version.changed, file.place.offset, Int64(file.place.tail),
            file.lines?.lowerBound, file.lines?.upperBound, file.missing)
    }
}

extension FolderDevice {
    fileprivate init?(_ row: borrowing Row) {
        guard let id = DeviceID(row.text(1)) else { return nil }
        (self.row, self.id) = (row.integer(0), id)
        (title, version) = (row.optionalText(2), row.optionalText(3))
        let time = row.integer(4)
        seen = time > 0 ? Date(timeIntervalSince1970: Double(time) / 1000) : nil
        (machine, inode, lastLine, isThere) = (row.optionalText(5), row.optionalInteger(6), row.integer(7), row.bool(8))
        isOwn = machine != nil
    }
}

extension FolderFile {
    fileprivate init(_ row: borrowing Row) {
        let (first, last) = (row.optionalInteger(6), row.optionalInteger(7))
        var lines: ClosedRange<Int64>?
        if let first, let last, 0 <= first, first <= last, last <= FolderLine.greatest { lines = first...last }
        self.init(
            name: row.text(1), version: FileVersion(size: row.int(2), changed: row.integer(3)),
            place: FilePlace(offset: max(0, row.int(4)), tail: UInt32(truncatingIfNeeded: row.integer(5))),
            lines: lines,
            missing: min(max(0, row.int(8)), Self.mostMissing))
    }
}
