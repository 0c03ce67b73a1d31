import CLinux
import Dispatch
import Glibc

/// Where ncurses writes to. All of it is gathered, as ncurses sends a frame in many pieces, and reaches the terminal in one.
///
/// Nobody ever waits for the terminal here, since one that has stopped to take anything would stop all else. What it did not
/// take waits until it does.
final class FrameOutput {
    /// What ncurses takes for the terminal, and what the modes of the terminal are set by before `gather`.
    let file: UnsafeMutablePointer<FILE>
    /// Colours that ncurses knows nothing of, by the numbers of those that it has sent in their place.
    var standIns: [UInt8: TerminalColor] = [:]
    /// Called when the terminal has taken what waited.
    var caughtUp: () -> Void = {}
    private let descriptor: Int32
    /// What is written goes here from `gather` on.
    private let memory: Int32
    /// The terminal once more, in a way that never waits, which others who have it open don't notice.
    private let terminal: Int32
    private var isGathering = false
    private var frame: [UInt8] = []
    /// What the terminal did not take yet.
    private var waiting: ArraySlice<UInt8> = []
    private var watch: (any DispatchSourceWrite)?

    init?() {
        descriptor = dup(STDOUT_FILENO)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return nil }
        self.file = file
        memory = memfd_create("lede-frame", lede_memory_close_on_exec())
        terminal = Self.openTerminal() ?? STDOUT_FILENO
    }

    isolated deinit {
        watch?.cancel()
        fclose(file)
        if memory >= 0 { close(memory) }
        if terminal != STDOUT_FILENO { close(terminal) }
    }

    /// Whether the terminal has not taken yet what was sent.
    var isBehind: Bool { !waiting.isEmpty }

    /// From now on what is written waits for `send`. ncurses can't set modes any more, as a file has none.
    func gather() {
        if !isGathering, memory >= 0 { isGathering = dup2(memory, descriptor) >= 0 }
    }

    /// Adds something to the frame that ncurses knows nothing of.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
            }
            if count < 0, errno != EINTR { return }
            start += max(0, count)
        }
    }

    /// Sends what was gathered, or leaves it for the next time where something waits already.
    func send() {
        guard isGathering, !isBehind else { return }
        let length = lseek(memory, 0, SEEK_CUR)
        guard length > 0 else { return }
        if frame.count < length { frame = [UInt8](repeating: 0, count: length) }
        lseek(memory, 0, SEEK_SET)
        let count = max(0, pread(memory, &frame, length, 0))
        sendNow(standIns.isEmpty ? frame[..<count] : standIns.replaced(in: frame[..<count]))
    }

    /// Waits for the terminal, but no longer than a while in which it takes nothing: what it has not taken then, it gets no more.
    func catchUp() {
        var before = Int.max
        while isBehind, waiting.count < before, waitForRoom() {
            before = waiting.count
            sendNow(waiting)
        }
        guard isBehind else { return }
        waiting = []
        tcflush(terminal, TCOFLUSH)
        // The sequence that it was in the middle of ends here.
        write("\u{1B}\\")
    }

    /// In milliseconds, longer than any terminal takes that is still there.
    private static let longestPause: Int32 = 1000

    private func waitForRoom() -> Bool {
        var watched = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        return poll(&watched, 1, Self.longestPause) > 0 && watched.revents & Int16(POLLOUT) != 0
    }

    private func sendNow(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno == EAGAIN {
                break
            } else if errno != EINTR {
                // A terminal that is gone is told of elsewhere.
                rest = []
            }
        }
        waiting = rest
        if isBehind { watchTerminal() } else { stopWatching() }
    }

    private func watchTerminal() {
        guard watch == nil else { return }
        let watch = DispatchSource.makeWriteSource(fileDescriptor: terminal, queue: .main)
        watch.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.goOn() }
        }
        watch.resume()
        self.watch = watch
    }

    private func stopWatching() {
        watch?.cancel()
        watch = nil
    }

    private func goOn() {
        sendNow(waiting)
        if !isBehind { caughtUp() }
    }

    /// Opens the terminal of this process again, if that is where its output goes.
    private static func openTerminal() -> Int32? {
        let own = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard own >= 0 else { return nil }
        if let number = deviceNumber(of: own), number == deviceNumber(of: STDOUT_FILENO) { return own }
        close(own)
        return nil
    }

    private static func deviceNumber(of terminal: Int32) -> UInt32? {
        var number: UInt32 = 0
        return ioctl(terminal, lede_terminal_device_number(), &number) == 0 ? number : nil
    }
}

extension [UInt8: TerminalColor] {
    /// What ncurses has sent, with `ESC [ 38 ; 5 ; NUMBER m` and 48 asking for the colour that the number stands for.
    fileprivate func replaced(in frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var sent: [UInt8] = []
        var rest = frame
        while let escape = rest.firstIndex(of: 0x1B) {
            sent += rest[..<escape]
            rest = rest[escape...]
            guard let (color, isBehind, end) = color(askedForBy: rest) else {
                sent.append(0x1B)
                rest = rest.dropFirst()
                continue
            }
            let parameters = ControlSequence.parameters(of: color, isBehind: isBehind)
            sent += "\u{1B}[\(parameters.map(String.init).joined(separator: ";"))m".utf8
            rest = rest[end...]
        }
        return (sent + rest)[...]
    }

    private func color(
        askedForBy sequence: ArraySlice<UInt8>
    ) -> (color: TerminalColor, isBehind: Bool, end: Int)? {
        let isBehind = sequence.starts(with: "\u{1B}[48;5;".utf8)
        guard isBehind || sequence.starts(with: "\u{1B}[38;5;".utf8) else { return nil }
        let digits = sequence.dropFirst(7).prefix { (0x30...0x39).contains($0) }
        guard sequence.dropFirst(7 + digits.count).first == UInt8(ascii: "m"),
            let number = UInt8(String(decoding: digits, as: UTF8.self)), let color = self[number]
        else { return nil }
        return (color, isBehind, digits.endIndex + 1)
    }
}
