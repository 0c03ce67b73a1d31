import Glibc

/// The reason why a file or folder could not be read or written.
package struct FileFailure: Error, Equatable {
    package let path: String
    package let reason: String
    /// Whether the file doesn't exist.
    package let isMissing: Bool

    package init(_ path: String, errno code: Int32 = errno) {
        self.init(path, reason: String(cString: strerror(code)), isMissing: code == ENOENT || code == ENOTDIR)
    }

    package init(_ path: String, reason: String, isMissing: Bool = false) {
        self.path = path
        self.reason = reason
        self.isMissing = isMissing
    }
}

extension FileFailure: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}
