import FoundationEssentials
import SQLite
import SyncFolder

// What every mark does for the shared folder.
extension Database {
    /// Whether the config names a folder.
    var hasFolder: Bool {
        get throws {
            try first("SELECT 1 FROM server_accounts WHERE kind = 'folder' AND is_followed = 1") { _ in true } == true
        }
    }

    /// Notes that the marks of these items may differ from their registers. When, counts: the folder may be out of reach for
    /// days.
    func touchForFolder(_ items: ItemSet, isTagging: Bool = false) throws {
        guard !items.isEmpty, try hasFolder else { return }
        try run("INSERT INTO folder_touches (items, time, is_tagging) VALUES (?, ?, ?)", items, Date(), isTagging)
    }

    /// Makes marks that the registers have already.
    func withoutTouchingFolder<Result>(_ body: () throws -> Result) throws -> Result {
        let last = try first("SELECT max(id) FROM folder_touches") { $0.optionalInteger(0) ?? 0 } ?? 0
        let result = try body()
        try run("DELETE FROM folder_touches WHERE id > ?", last)
        return result
    }

    /// How many items may have marks that aren't in the folder, and lines that aren't written.
    func unwrittenForFolder() throws -> Int {
        let touched = try all("SELECT items FROM folder_touches") { $0.itemSet(0) ?? ItemSet() }
            .reduce(ItemSet()) { $0.union($1) }
        let lines = try first("SELECT count(*) FROM folder_lines") { $0.int(0) } ?? 0
        return touched.count + lines
    }

    /// The first files that are too large to be read, by their path in the folder.
    var hugeFiles: [String] {
        get throws {
            try all(
                """
                SELECT folder_devices.name, folder_files.name FROM folder_files JOIN folder_devices ON folder_devices.id = device
                WHERE size > ? ORDER BY 1, 2 LIMIT 5
                """, SharedFolder.largest
            ) { "\(SharedFolder.devices)/\($0.text(0))/\($0.text(1))" }
        }
    }

    /// The number of a feed in the registers.
    func folderFeed(_ url: String) throws -> Int64 {
        let known = try first("SELECT coalesce(moved_to, id) FROM folder_feeds WHERE url = ?", url) { $0.integer(0) }
        if let known { return known }
        return try first("INSERT INTO folder_feeds (url) VALUES (?) RETURNING id", url) { $0.integer(0) } ?? 0
    }
}

extension FolderMarkKind {
    /// As the registers have it.
    var stored: String {
        switch self {
        case .read: "r"
        case .star: "s"
        case .delete: "d"
        case .tag(let tag): "t\(tag)"
        }
    }

    init?(stored: String) {
        switch stored.first {
        case "r": self = .read
        case "s": self = .star
        case "d": self = .delete
        case "t": self = .tag(String(stored.dropFirst()))
        default: return nil
        }
    }

    /// The mark that gives an item this value; nil for restoring a deleted one.
    func mark(_ value: Bool) -> Mark? {
        switch self {
        case .read: value ? .read : .unread
        case .star: value ? .starred : .unstarred
        case .delete: value ? .deleted : nil
        case .tag(let tag): value ? .tagged(tag) : .untagged(tag)
        }
    }
}

extension Date {
    /// The day since 1970.
    var day: Int64 { Int64(timeIntervalSince1970 / 86_400) }
}
