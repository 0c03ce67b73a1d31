import Glibc

/// The reason why the kernel won't report changes of files.
package enum WatchFailure: Error, Equatable {
    /// The limit on watches of all the user's programs together.
    case limit(String)
    case other(reason: String)

    init(_ code: Int32, limit: String) {
        self =
            code == EMFILE || code == ENOSPC
            ? .limit("fs.inotify.\(limit)") : .other(reason: String(cString: strerror(code)))
    }
}

extension WatchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .limit(let name): "\(name) is too low"
        case .other(let reason): reason
        }
    }
}
