import Glibc

/// Why the kernel won't tell of files that change.
package enum WatchFailure: Error, Equatable {
    /// All programs of the person's together watch as much as this limit lets them.
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
