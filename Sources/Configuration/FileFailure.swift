import Glibc

/// Why a file or folder could not be read or written.
package struct FileFailure: Error, Equatable {
    package let path: String
    package let reason: String

    init(_ path: String, errno code: Int32 = errno) {
        self.init(path, reason: String(cString: strerror(code)))
    }

    init(_ path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

extension FileFailure: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}
