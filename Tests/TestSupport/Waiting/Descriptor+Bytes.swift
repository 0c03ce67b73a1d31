import CLinux
import Glibc

/// The result of reading from a non-blocking descriptor.
enum Reading: Equatable {
    case bytes([UInt8])
    case nothingYet
    case ended
}

extension Descriptor {
    func read() -> Reading {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { room, filled in
            count = Glibc.read(number, room.baseAddress, room.count)
            filled = max(0, count)
        }
        if count > 0 { return .bytes(bytes) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothingYet }
        return .ended
    }

    /// Writes as much as fits and returns the number of bytes, or nil if nobody reads any more.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = withoutPipeSignal { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}

/// Writes without the signal for a pipe that nobody reads. It would end the process, or reach another part of it.
private func withoutPipeSignal(_ write: () -> Int) -> Int {
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    let count = write()
    let failure = errno
    if count < 0, failure == EPIPE {
        var atOnce = timespec()
        sigtimedwait(&pipeSignal, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = failure
    return count
}
