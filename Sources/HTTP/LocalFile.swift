import Glibc
import URLs

/// A `file://` URL. lede reads it without curl, which would read without a limit.
package enum LocalFile {
    /// Returns the path of a `file://` URL, unchanged; nil for any other URL.
    package static func path(of url: String) -> String? {
        url.pathOfFile.map(String.init)
    }

    /// Reads a file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int = Limits().size) throws(FetchFailure) -> [UInt8] {
        // Opening a pipe without a writer would block for ever, so this opens without waiting and accepts only regular
        // files.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw lastError }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw lastError }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile("it isn't a regular file") }
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        return try readAll(descriptor, limit: limit)
    }

    private static func readAll(_ descriptor: Int32, limit: Int) throws(FetchFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw lastError }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    private static var lastError: FetchFailure { .noFile(String(cString: strerror(errno))) }
}
