package import FoundationEssentials
import SQLite
package import SyncFolder

/// Lines of another device, from one file.
package struct FolderBatch: Sendable {
    package let device: FolderDevice
    package let lines: [FolderLine]
    /// The file, as far as it is read with these lines.
    package let file: FolderFile

    package init(of device: FolderDevice, _ lines: [FolderLine], _ file: FolderFile) {
        (self.device, self.lines, self.file) = (device, lines, file)
    }
}

extension Library {
    /// Knows a device that has a folder. Returns it.
    package func meet(_ device: DeviceID) throws(LibraryFailure) -> FolderDevice? {
        try write { database in
            try database.run(
                "INSERT INTO folder_devices (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET is_there = 1",
                device.text)
            return (try database.folderDevices().first { $0.id == device }, [])
        }
    }

    /// Notes that devices have no folder any more, and files of others aren't there. What they said still counts.
    package func miss(_ devices: [FolderDevice], files: [(device: Int64, name: String)]) throws(LibraryFailure) {
        if devices.isEmpty, files.isEmpty { return }
        let missed = devices.map(\.row)
        let names = files.map { Missed(device: $0.device, name: $0.name) }
        try write { database in
            for row in missed {
                try database.run("UPDATE folder_devices SET is_there = 0 WHERE id = ?", row)
                try database.run("DELETE FROM folder_files WHERE device = ?", row)
            }
            for file in names {
                try database.run("DELETE FROM folder_files WHERE device = ? AND name = ?", file.device, file.name)
            }
            return ((), [])
        }
    }

    private struct Missed: Sendable {
        let device: Int64
        let name: String
    }

    /// Takes in lines, in one transaction; returns how many items they have changed here.
    package func take(_ batch: FolderBatch, in sync: SyncNumber, at now: Date) throws(LibraryFailure) -> Int {
        try write { database in
            var merge = try FolderMerge(database, at: now)
            var seen: Int64 = 0
            for line in batch.lines {
                seen = max(seen, line.time)
                switch line.content {
                case .marks(let marks):
                    seen = max(seen, marks.entries.last?.time ?? 0)
                    try merge.take(marks, by: batch.device.row)
                case .about(let name, let version):
                    try database.run(
                        "UPDATE folder_devices SET title = ?, version = ? WHERE id = ?", name.cut, version.cut,
                        batch.device.row)
                case .feed(let url, let settings):
                    try database.takeSubscription(url, settings, at: line.time, by: batch.device)
                case .state, .unknown: break
                }
            }
            let (changes, taken) = try merge.finish(sync)
            try database.run(
                "UPDATE folder_devices SET seen = max(seen, ?) WHERE id = ?", seen, batch.device.row)
            try database.record(batch.file, of: batch.device.row)
            return (taken, changes)
        }
    }

    /// The devices that the folder has.
    package func folderDevices() throws(LibraryFailure) -> [FolderDevice] {
        try read { database in try database.folderDevices().filter(\.isThere) }
    }
}

// The state of a device: all registers that it has written and nobody since.
extension Library {
    package func forgetWaitingMarks(at now: Date) throws(LibraryFailure) {
        try write { database in
            try database.forgetWaitingMarks(at: now)
            return ((), [])
        }
    }

    /// Passes on the lines of a state, from one moment of the library; returns the last number that it includes.
    package func eachStateLine(
        of device: FolderDevice, at now: Date, _ body: (FolderLine) throws -> Void
    ) throws -> Int64 {
        try pool.read { database in
            let last =
                try database.first("SELECT last_line FROM folder_devices WHERE id = ?", device.row) { $0.integer(0) }
                ?? 0
            let count = try database.first(
                """
                SELECT 1 + total((items + \(FolderMarks.most - 1)) / \(FolderMarks.most))
                    + (SELECT count(*) FROM folder_feeds WHERE device = ?1 AND time IS NOT NULL) FROM
                    (SELECT count(*) AS items FROM folder_marks WHERE device = ?1 GROUP BY feed, kind, is_set)
                """, device.row
            ) { $0.integer(0) }
            var writer = StateWriter(time: max(0, now.milliseconds))
            try body(writer.line(.state(upTo: last, lines: count ?? 1)))
            try database.each(
                "SELECT url, settings, time FROM folder_feeds WHERE device = ? AND time IS NOT NULL ORDER BY id",
                device.row
            ) { row in
                let content = FolderLine.Content.feed(url: row.text(0), settings: row.optionalText(1))
                try body(writer.line(content, at: row.integer(2)))
            }
            try database.each(
                """
                SELECT url, kind, is_set, key, link, folder_marks.time, folder_marks.feed
                FROM folder_marks JOIN folder_feeds ON folder_feeds.id = feed WHERE folder_marks.device = ?
                ORDER BY folder_marks.feed, kind, is_set, folder_marks.time
                """, device.row
            ) { row in
                if let line = writer.add(row) { try body(line) }
            }
            if let line = writer.finish() { try body(line) }
            return last
        }
    }
}

/// Puts registers together to lines.
private struct StateWriter {
    let time: Int64
    private var number: Int64 = 0
    private var feed: Int64?
    private var url = ""
    private var kind = ""
    private var value = false
    private var entries: [FolderMarks.Entry] = []

    init(time: Int64) { self.time = time }

    mutating func line(_ content: FolderLine.Content, at time: Int64? = nil) -> FolderLine {
        number += 1
        return FolderLine(number, at: time ?? self.time, content)
    }

    mutating func add(_ row: borrowing Row) -> FolderLine? {
        let (feed, kind, value) = (row.integer(6), row.text(1), row.bool(2))
        var line: FolderLine?
        if feed != self.feed || kind != self.kind || value != self.value || entries.count == FolderMarks.most {
            line = finish()
            (self.feed, self.kind, self.value, url) = (feed, kind, value, row.text(0))
        }
        let key = ItemKey(identity: row.integer(3), link: row.integer(4))
        entries.append(.init(key, at: min(max(0, row.integer(5)), FolderLine.greatest)))
        return line
    }

    mutating func finish() -> FolderLine? {
        guard let first = entries.first, let kind = FolderMarkKind(stored: kind) else { return nil }
        defer { entries = [] }
        return line(.marks(FolderMarks(kind, value, in: url, entries)), at: first.time)
    }
}
