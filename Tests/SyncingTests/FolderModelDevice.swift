import Foundation
import Library
import SyncFolder
import System

@testable import Syncing

/// A device of a course: a library, a urls file, and a copy of the folder.
final class FolderModelDevice {
    var path: String
    var library: Library
    let folder: String
    let urls = ModelUrlsFile()
    /// How wrong its clock is.
    var offset = 0.0
    /// Items that it has fetched.
    var items = 0
    var backup: (path: String, items: Int)?

    init(_ path: String, folder: String) throws {
        (self.path, self.folder) = (path, folder)
        library = try Library(path: path)
    }

    /// The device as which it writes.
    var own: String? { get throws { try library.folderMemory().own(at: library.site)?.name } }

    /// Whether a path in the folder is of a device that it is or was.
    func owns(_ name: String) throws -> Bool {
        try library.folderMemory().devices.contains { $0.isOwn && name.contains($0.id.text) }
    }

    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
    }

    func bytes(of name: String) -> Data? { FileManager.default.contents(atPath: "\(folder)/\(name)") }

    func sizes() throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try files().map { ($0, bytes(of: $0)?.count ?? 0) })
    }

    func write(_ bytes: Data, to name: String) throws {
        let url = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
}

/// The feeds of a device, which a course changes as a user would.
final class ModelUrlsFile: SharedSubscriptions {
    private let feeds = Locked<[String: String]>([:])

    func settings() -> [String: String] { feeds.withLock { $0 } }

    func take(_ changes: [(url: String, settings: String?)]) {
        feeds.withLock { feeds in for change in changes { feeds[change.url] = change.settings } }
    }
}

/// A folder's header and key, which take a while to make.
struct ModelFolder: Sendable {
    let header: FolderHeader
    let keys = FolderKeyRing()
    let passphrase: FolderPassphrase?

    static let plain = ModelFolder(header: FolderHeader(), passphrase: nil)

    static let encrypted: Result<ModelFolder, any Error> = Result {
        let passphrase = FolderPassphrase { Array("correct horse".utf8) }
        let keys = FolderKeyRing()
        let header = try FolderHeader { (salt) throws(FolderFailure) in try keys.key(salt: salt, passphrase) }
        return ModelFolder(header: header, passphrase: passphrase)
    }
}
