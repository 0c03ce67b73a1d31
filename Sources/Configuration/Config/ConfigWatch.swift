import Dispatch
import Files
package import FolderWatch

/// Tells when files of the configuration change.
///
/// Where a file is a symbolic link, as of those who keep their configuration in git, what it leads to is watched too.
package final class ConfigWatch: Sendable {
    private let watch: FolderWatch

    /// `change` is called on the queue of all watches, which it may not block. What is to be watched then may be something else, so that is for a new
    /// watch.
    package init(_ files: [String], change: @escaping @Sendable () -> Void) throws(WatchFailure) {
        let places = files.flatMap(Self.chain).map(Self.nearestFolder)
        watch = try FolderWatch(places, calm: .milliseconds(100), tell: change)
    }

    /// A path, and where it leads to if it is a symbolic link, step by step.
    private static func chain(_ path: String) -> [String] {
        var chain = [path]
        while chain.count < 10, let last = chain.last, let target = PrivateFiles.target(ofLink: last) {
            chain.append(target)
        }
        return chain
    }

    /// The nearest folder above a path that is there, and the name in it that the path goes on with.
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
