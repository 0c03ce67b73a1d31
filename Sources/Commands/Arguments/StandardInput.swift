import Glibc

/// The text piped into a command.
enum StandardInput {
    /// Reads all of it, and throws if it exceeds 64 MB.
    static func read() throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        let piece = 1 << 20
        while bytes.count <= 64 << 20 {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: piece))
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(STDIN_FILENO, buffer.baseAddress?.advanced(by: start), piece)
            }
            bytes.removeLast(piece - max(count, 0))
            if count == 0 { return bytes }
            if count < 0, errno != EINTR {
                throw .failed("can't read standard input: \(String(cString: strerror(errno)))")
            }
        }
        throw .failed("standard input is larger than 64 MB")
    }
}
