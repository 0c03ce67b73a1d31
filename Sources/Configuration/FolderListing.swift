import Glibc

/// The names of what lies in a folder, for somebody who types a path; those of folders end in a slash.
package struct FolderListing {
    /// None where there is no such folder; of a very large one some.
    package private(set) var names: [String] = []

    /// More than anybody looks through.
    private static let mostNames = 10_000

    package init(_ path: String) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while names.count < Self.mostNames, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." || name.holdsInvisible { continue }
            names.append(Self.isFolder(entry.pointee.d_type, "\(path)/\(name)") ? name + "/" : name)
        }
    }

    private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
        if Int(type) == DT_DIR { return true }
        guard Int(type) == DT_LNK || Int(type) == DT_UNKNOWN else { return false }
        return PrivateFiles.isFolder(path)
    }
}
