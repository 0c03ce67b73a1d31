import Glibc

/// The bytes of an open file, copied: a file that somebody shortens meanwhile would end a process that maps it.
struct FileBytes: ~Copyable {
    let bytes: UnsafeRawBufferPointer

    init(_ descriptor: Int32) throws(PictureFailure) {
        let count = lseek(descriptor, 0, SEEK_END)
        guard count >= 0 else { throw .unreadable }
        // Pixels of a screen may have more bytes than a file.
        guard count <= max(PictureLimits.bytes, PictureLimits.shownPixels * 4) else { throw .tooLong }
        guard let start = malloc(max(1, count)) else { throw .needsTooMuchMemory }
        var filled = 0
        while filled < count {
            let more = pread(descriptor, start + filled, count - filled, filled)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else {
                free(start)
                throw .unreadable
            }
            filled += more
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
