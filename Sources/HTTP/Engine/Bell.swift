import Glibc

/// A pair of sockets that wakes a thread from `epoll_wait`. It carries no information.
struct Bell: ~Copyable, Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// If no descriptor is left, the ends are −1.
    init() {
        var ends: [Int32] = [-1, -1]
        // Not a pipe: a program started at that moment would inherit it before it is marked for closing.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        _ = socketpair(AF_UNIX, Int32(type), 0, &ends)
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Makes the read end readable. If the socket is full, it already is.
    func ring() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Empties the read end until the next ring.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
