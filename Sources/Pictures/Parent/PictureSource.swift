import CLinux
import Glibc
import Launching

/// Where a picture is, as it came from the network.
package enum PictureSource: Sendable {
    case bytes([UInt8])
    /// The path of a file.
    case file(String)
}

/// An open file for the helper. Its owner closes it.
struct PictureFile: ~Copyable {
    let descriptor: Int32

    /// Opens a picture that the helper may decode. Its bytes stay where they are.
    init(_ source: PictureSource) throws(PictureFailure) {
        switch source {
        case .bytes(let bytes):
            guard bytes.count <= PictureLimits.bytes else { throw .tooLong }
            try self.init(holding: bytes)
        case .file(let path): try self.init(opening: path)
        }
    }

    private init(opening path: String) throws(PictureFailure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        // A pipe might never end.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= PictureLimits.bytes else { throw .tooLong }
    }

    /// Makes a file in memory.
    init(holding bytes: [UInt8]) throws(PictureFailure) {
        do throws(Launch.Failure) { descriptor = try Launch.file(holding: bytes) } catch {
            throw .notStarted(error.reason)
        }
    }

    deinit { close(descriptor) }

    /// The format of the picture, so that nobody starts a helper for what it won't decode.
    var format: PictureFormat {
        get throws(PictureFailure) {
            var first = [UInt8](repeating: 0, count: PictureFormat.bytesNeeded)
            let count = pread(descriptor, &first, first.count, 0)
            guard count >= 0 else { throw .unreadable }
            return try PictureFormat(first.prefix(count))
        }
    }
}
