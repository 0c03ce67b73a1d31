import Glibc

/// A pair of sockets that carries no news but that there is some: how a thread that sleeps in `epoll_wait` is woken.
struct Bell: ~Copyable, Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Where no descriptor is left there is none, and the ends are −1.
    init() {
        var ends: [Int32] = [-1, -1]
        // Not a pipe, which a program that is started just then would get before it is told to be closed there.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        _ = socketpair(AF_UNIX, Int32(type), 0, &ends)
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Makes the read end readable. One that is full is readable already.
    func ring() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Makes the read end wait for the next ring.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
