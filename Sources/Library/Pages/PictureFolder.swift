import Glibc
import System

/// The folder of pictures' files, which are named by hashes: `ab/cdef…`.
///
/// It is a cache: the user may empty it, and several processes use it at once. Files appear whole. Links in it, and a link
/// in its place, are never followed.
struct PictureFolder: Sendable {
    let path: String

    func path(of hash: PictureHash) -> String { "\(path)/\(hash.folder)/\(hash.file)" }

    /// Whether the file is there with all its bytes.
    func has(_ hash: PictureHash, bytes: Int) -> Bool {
        guard let folder = try? OpenFolder(hash.folder, in: OpenFolder(path)) else { return false }
        return folder.status(of: hash.file).map { $0.st_size == bytes } ?? false
    }

    /// Creates the folder, unless it exists.
    func make() throws(FileFailure) { _ = try OpenFolder(making: path) }

    func write(_ picture: [UInt8], as hash: PictureHash) throws(FileFailure) {
        let folder = try OpenFolder(making: hash.folder, in: OpenFolder(making: path))
        // Another process, or another thread, may write the same.
        let draft = "\(Self.startOfDraft)\(getpid()).\(UInt32.random(in: 0 ... .max))"
        do throws(FileFailure) {
            try folder.create(draft, with: picture)
            guard renameat(folder.descriptor, draft, folder.descriptor, hash.file) == 0 else {
                throw FileFailure(path(of: hash))
            }
        } catch {
            unlinkat(folder.descriptor, draft, 0)
            throw error
        }
    }

    func remove(_ hash: PictureHash) {
        guard let folder = try? OpenFolder(hash.folder, in: OpenFolder(path)) else { return }
        unlinkat(folder.descriptor, hash.file, 0)
    }

    /// Removes files that have been there since before this time: drafts that a kill left, and pictures that aren't
    /// `known`. Returns the known ones of this first digits that aren't there; nil if the folder can't be read.
    func tidy(
        _ first: UInt8, known: Set<PictureHash>, before time: time_t
    ) -> Set<PictureHash>? {
        guard let root = try? OpenFolder(path) else { return nil }
        let name = String(first >> 4, radix: 16) + String(first & 15, radix: 16)
        let folder: OpenFolder
        do throws(FileFailure) { folder = try OpenFolder(name, in: root) } catch {
            return error.isMissing ? known : nil
        }
        guard let names = folder.names else { return nil }
        var missing = known
        for file in names {
            guard let status = folder.status(of: file) else { continue }
            let hash = PictureHash(folder: name, file: file)
            if let hash, missing.remove(hash) != nil { continue }
            guard hash != nil || file.hasPrefix(Self.startOfDraft), status.st_mtim.tv_sec < time else { continue }
            unlinkat(folder.descriptor, file, 0)
        }
        return missing
    }

    private static let startOfDraft = ".new."
}

/// The hash of a picture's bytes, which names its file.
struct PictureHash: Hashable, Sendable {
    let bytes: [UInt8]

    init(of picture: [UInt8]) { bytes = SHA256.digest(of: picture) }

    /// Nil if no hash is like this: a library may come from anywhere.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Reads the names of a file and of its folder.
    init?(folder: String, file: String) {
        let digits = Array((folder + file).utf8)
        guard folder.utf8.count == 2, digits.count == 2 * Self.length else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.digits.firstIndex(of: digits[index]),
                let low = Self.digits.firstIndex(of: digits[index + 1])
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }

    /// The first two digits, so that no folder has too many files.
    var folder: String { String(text.prefix(2)) }
    var file: String { String(text.dropFirst(2)) }

    private var text: String {
        String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
    private static let length = 32
}
