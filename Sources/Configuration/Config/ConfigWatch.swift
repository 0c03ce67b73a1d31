import Dispatch
package import FolderWatch

/// Reports changes of the configuration files.
///
/// If a file is a symbolic link, as for users who keep their configuration in git, its target is watched, too.
package final class ConfigWatch: Sendable {
    private let watch: FolderWatch

    /// `change` is called on the queue of all watches and must not block it. The set of files may have changed by then,
    /// which needs a new watch.
    package init(_ files: [String], change: @escaping @Sendable () -> Void) throws(WatchFailure) {
        watch = try FolderWatch(files.flatMap(FolderWatch.places), calm: .milliseconds(100), tell: change)
    }
}
