import Glibc

/// The entries of a folder, in the order of the file system; none if the folder can't be read.
package final class FolderEntries: Sequence, IteratorProtocol {
    private let path: String
    private let folder: OpaquePointer?

    package init(_ path: String) {
        self.path = path
        folder = opendir(path)
    }

    deinit {
        if let folder { closedir(folder) }
    }

    package func next() -> (name: String, isFolder: Bool)? {
        while let folder, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { return (name, isFolder(entry.pointee.d_type, "\(path)/\(name)")) }
        }
        return nil
    }

    private func isFolder(_ type: UInt8, _ path: String) -> Bool {
        if Int(type) == DT_DIR { return true }
        guard Int(type) == DT_LNK || Int(type) == DT_UNKNOWN else { return false }
        return PrivateFiles.isFolder(path)
    }
}
