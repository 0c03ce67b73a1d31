import Dispatch
import Files
package import FolderWatch

/// Reports changes of the configuration files.
///
/// If a file is a symbolic link, as for users who keep their configuration in git, its target is watched, too.
package final class ConfigWatch: Sendable {
    private let watch: FolderWatch

    /// `change` is called on the queue of all watches and must not block it. The set of files may have changed by then,
    /// which needs a new watch.
    package init(_ files: [String], change: @escaping @Sendable () -> Void) throws(WatchFailure) {
        let places = files.flatMap(Self.chain).map(Self.nearestFolder)
        watch = try FolderWatch(places, calm: .milliseconds(100), tell: change)
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
    private static func nearestFolder(of path: String) -> (folder: String, name: String) {
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
