import CLinux
import Glibc

/// Where ncurses writes to. A frame, which ncurses sends in many pieces, is gathered and reaches the terminal in one.
final class FrameOutput {
    /// What ncurses takes for the terminal, and what the modes of the terminal are set by.
    let file: UnsafeMutablePointer<FILE>
    private let descriptor: Int32
    /// What is written goes here while it is gathered; negative where the kernel has no such files.
    private let memory: Int32
    private var isGathering = false
    private var frame: [UInt8] = []

    init?() {
        descriptor = dup(STDOUT_FILENO)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return nil }
        self.file = file
        memory = memfd_create("lede-frame", lede_memory_close_on_exec())
    }

    isolated deinit {
        fclose(file)
        if memory >= 0 { close(memory) }
    }

    /// From now on what is written waits for `send`. Modes can't be set meanwhile, as a file has none.
    func gather() {
        if !isGathering, memory >= 0 { isGathering = dup2(memory, descriptor) >= 0 }
    }

    /// From now on what is written is sent at once.
    func stopGathering() {
        guard isGathering else { return }
        send()
        isGathering = dup2(STDOUT_FILENO, descriptor) < 0
    }

    /// Adds something to the frame that ncurses knows nothing of.
    func write(_ text: String) { writeAll(Array(text.utf8), to: descriptor) }

    /// Sends what was gathered.
    func send() {
        guard isGathering else { return }
        let length = lseek(memory, 0, SEEK_CUR)
        guard length > 0 else { return }
        if frame.count < length { frame = [UInt8](repeating: 0, count: length) }
        lseek(memory, 0, SEEK_SET)
        let count = max(0, pread(memory, &frame, length, 0))
        writeAll(frame[..<count], to: STDOUT_FILENO)
    }

    private func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program that has the same terminal open wants never to wait for it; we do.
                var terminal = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&terminal, 1, -1)
            } else if errno != EINTR {
                // A terminal that is gone is told of elsewhere.
                return
            }
        }
    }
}
