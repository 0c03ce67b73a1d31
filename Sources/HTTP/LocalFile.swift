import Glibc

/// A `file://` address, read by us and not by curl, which would read without a bound.
package enum LocalFile {
    /// The path that a `file://` address names, taken as it stands; nil for any other address.
    package static func path(of url: String) -> String? {
        url.lowercased().hasPrefix("file:///") ? String(url.dropFirst("file://".count)) : nil
    }

    /// The bytes of a file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int = Limits().size) throws(FetchFailure) -> [UInt8] {
        // A pipe without a writer would make us wait for ever: no waiting on opening, and nothing but a plain file.
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
