import CLinux
import Glibc
import Launching

/// A running helper and our end of its socket. It ends with this object.
final class HelperProcess: Sendable {
    let process: pid_t
    private let socket: Int32
    let knowsAVIF: Bool

    /// Starts the helper: this program again, even if another version has replaced it meanwhile.
    init(_ command: [String], knowsAVIF: Bool) throws(PictureFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
        defer { close(ends[1]) }
        // What a crash prints would appear on the screen.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        let arguments = command + [PictureHelper.argument] + (knowsAVIF ? [PictureHelper.withAVIF] : [])
        do throws(Launch.Failure) {
            guard let program = command.first, nothing >= 0 else { throw Launch.Failure(ENOENT) }
            process = try Launch.start(
                program, arguments, variables: Self.variables,
                descriptors: [(ends[1], STDIN_FILENO), (nothing, STDOUT_FILENO), (nothing, STDERR_FILENO)],
                inNewSession: true)
        } catch {
            close(ends[0])
            throw .notStarted(error.reason)
        }
        socket = ends[0]
        self.knowsAVIF = knowsAVIF
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// It keeps nothing, so it can be ended at any time.
    deinit {
        close(socket)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// The helper gets none of the user's variables except the places of libraries.
    private static var variables: [UnsafeMutablePointer<CChar>?] {
        let places = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=" + String(cString: $0) }
        return ["SWIFT_BACKTRACE=enable=no", places].compactMap(\.self).map { strdup($0) }
    }

    /// Sends a request. Returns false if the helper is gone, such as after the system needed its memory.
    func send(_ request: HelperRequest, with file: borrowing PictureFile) -> Bool {
        let bytes = request.numbers.bytes
        return bytes.withUnsafeBytes { lede_send_descriptor(socket, $0.baseAddress, $0.count, file.descriptor) }
            == bytes.count
    }

    /// Waits for the answer, which has a limited number of bytes.
    func receive(upTo limit: Int, until deadline: ContinuousClock.Instant) throws(PictureFailure) -> HelperAnswer {
        guard let head = try WireNumbers(bytes: read(WireNumbers.byteCount, until: deadline)),
            var answer = HelperAnswer(head), head[7] <= limit
        else { throw .crashed }
        if let failure = answer.failure { throw failure }
        answer.bytes = try read(head[7], until: deadline)
        return answer
    }

    private func read(_ count: Int, until deadline: ContinuousClock.Instant) throws(PictureFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(socket, $0.baseAddress.map { $0 + filled }, count - filled)
            }
            if more > 0 {
                filled += more
            } else if more == 0 || errno != EAGAIN && errno != EINTR {
                throw .crashed
            } else {
                try wait(until: deadline)
            }
        }
        return bytes
    }

    private func wait(until deadline: ContinuousClock.Instant) throws(PictureFailure) {
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw .tookTooLong }
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, Int32(left.rounded(.up)))
    }
}
