import Glibc

/// The entries of a folder whose names are UTF-8, in the order of the file system; none if the folder can't be read.
package final class FolderEntries: Sequence, IteratorProtocol {
    private let folder: OpaquePointer?

    package init(_ path: String) { folder = opendir(path) }

    /// The entries of an open folder.
    package init(of descriptor: Int32) {
        // A second descriptor has a place of its own in the folder.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        folder = fdopendir(own)
        if folder == nil, own >= 0 { close(own) }
    }

    deinit {
        if let folder { closedir(folder) }
    }

    package var isReadable: Bool { folder != nil }

    package func next() -> (name: String, isFolder: Bool)? {
        while let folder, let entry = readdir(folder) {
            guard let name = Self.name(of: entry), name != ".", name != ".." else { continue }
            return (name, Self.isFolder(Int(entry.pointee.d_type), name, in: folder))
        }
        return nil
    }

    /// Reads it where it stands: an entry is shorter than its type, so a copy of that would read on behind the last one.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        entry.pointer(to: \.d_name).flatMap { name in
            String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        }
    }

    private static func isFolder(_ type: Int, _ name: String, in folder: OpaquePointer) -> Bool {
        if type == DT_DIR { return true }
        guard type == DT_LNK || type == DT_UNKNOWN else { return false }
        var status = stat()
        return fstatat(dirfd(folder), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
