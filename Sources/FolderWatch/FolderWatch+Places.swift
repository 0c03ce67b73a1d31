import Files

extension FolderWatch {
    /// What to watch for a path: it, where links lead from it, and for what doesn't exist, the nearest folder above it.
    package static func places(of path: String) -> [(folder: String, name: String?)] {
        chain(path).map(nearestFolder)
    }

    /// Returns a path and, step by step, where symbolic links lead from it.
    private static func chain(_ path: String) -> [String] {
        var chain = [path]
        while chain.count < 10, let last = chain.last, let target = PrivateFiles.target(ofLink: last) {
            chain.append(target)
        }
        return chain
    }

    /// Returns the nearest existing folder above a path, and the next name on the path.
    private static func nearestFolder(of path: String) -> (folder: String, name: String?) {
        var (folder, name) = (PrivateFiles.parent(of: path), path)
        while true {
            let rest = name.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
            name = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            if folder == "/" || folder == "." || PrivateFiles.exists(folder) { return (folder, name) }
            name = folder
            folder = PrivateFiles.parent(of: folder)
        }
    }
}
