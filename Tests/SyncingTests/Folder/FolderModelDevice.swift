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

extension FolderModelCourse {
    /// Carries some files of one device's folder to another.
    func carry(_ from: Int) throws {
        let to = (from + Int.random(in: 1...2, using: &chance)) % 3
        let (source, target) = (devices[from], devices[to])
        let names = try source.files()
        for name in names where Bool.random(using: &chance) {
            if try target.owns(name) { continue }
            guard let bytes = source.bytes(of: name) else { continue }
            past[name, default: []].append(bytes)
            let old = target.bytes(of: name)
            var (new, part) = (name, bytes)
            switch Int.random(in: 0..<14, using: &chance) {
            case 0: part = bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))
            case 1 where name.contains("/0"):
                new = name.replacing(".jsonl", with: ".sync-conflict-20260101-120000-ABCDEFG.jsonl")
            case 2:
                try target.write(past[name]?.randomElement(using: &chance) ?? bytes, to: name)
                say("an old \(name) goes from \(from) to \(to)")
                continue
            case 3 where !bytes.isEmpty:
                // Pages of a file that haven't arrived are zeros.
                let start = Int.random(in: 0..<bytes.count, using: &chance)
                for index in start..<min(bytes.count, start + 200) { part[index] = 0 }
            default: break
            }
            // Mostly a file isn't replaced by an older one.
            if new == name, let old, old.weight > part.weight { continue }
            try target.write(part, to: new)
            say("\(new) goes from \(from) to \(to), \(part.count) of \(bytes.count) bytes")
        }
        guard let own = try source.own else { return }
        for name in try target.files() where name.contains(own) && !names.contains(name) && Bool.random(using: &chance)
        {
            try target.remove(name)
            say("\(name) is removed at \(to) as at \(from)")
        }
    }

    /// Gives a device an old file of its own again, or none.
    func takeBack(from number: Int) throws {
        let device = devices[number]
        guard let own = try device.own,
            let name = past.keys.filter({ $0.contains(own) }).sorted().randomElement(using: &chance)
        else { return }
        if Bool.random(using: &chance), let old = past[name]?.randomElement(using: &chance) {
            try device.write(old, to: name)
            say("\(number) gets an old \(name) again")
        } else if device.bytes(of: name) != nil {
            try device.remove(name)
            say("\(number) loses \(name)")
        }
    }

    /// Tears what a killed sync has written and not noted, and leaves a draft behind. Before it, the files had these sizes.
    func tear(_ number: Int, _ sizes: [String: Int]) throws {
        let device = devices[number]
        let memory = try device.library.folderMemory()
        guard let own = memory.own(at: device.library.site), Bool.random(using: &chance) else { return }
        for name in try device.files() where name.contains("\(own.name)/0") {
            let known = max(
                sizes[name] ?? 0, memory.files[own.row]?[String(name.suffix(12))]?.version.size ?? 0)
            guard let bytes = device.bytes(of: name), bytes.count > known else { continue }
            let rest = Int.random(in: known..<bytes.count, using: &chance)
            try device.write(bytes.prefix(rest), to: name)
            say("\(name) of \(number) is torn after \(rest) of \(bytes.count) bytes")
        }
        try device.write(Data("{\"n\":1".utf8), to: "devices/\(own.name)/.state-000001.jsonl.tmp")
    }

    /// Lets everything arrive: each device's own files as it has them, and those of former devices as anybody has most of them.
    func carryAll() throws {
        let owners = try devices.map { try $0.own ?? "" }
        for (from, device) in devices.enumerated() {
            let names = try device.files()
            for (to, other) in devices.enumerated() where to != from {
                for name in names {
                    let owner = owners.firstIndex { name.contains($0) }
                    guard let bytes = device.bytes(of: name), owner ?? from == from else { continue }
                    if owner != nil || other.bytes(of: name).map({ $0.weight < bytes.weight }) ?? true {
                        try other.write(bytes, to: name)
                    }
                }
                for name in try other.files() where name.contains(owners[from]) && !name.contains("conflict") {
                    if !names.contains(name) { try other.remove(name) }
                }
            }
        }
    }
}

extension Data {
    /// How many bytes have arrived.
    fileprivate var weight: Int { count { $0 != 0 } }
}
