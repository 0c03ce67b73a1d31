import CLinux
import Glibc

/// What the terminal is sent. A frame is gathered, and reaches the terminal in one piece.
///
/// Nobody ever waits for the terminal here, since one that has stopped to take anything would stop all else. What it did not
/// take waits until it does.
final class FrameOutput {
    /// Called when the terminal has taken what waited.
    var caughtUp: () -> Void = {}
    /// The terminal once more, in a way that never waits, which others who have it open don't notice.
    let terminal: Int32
    private var frame: [UInt8] = []
    /// What the terminal did not take yet.
    private var waiting: ArraySlice<UInt8> = []

    init() {
        terminal = Self.openTerminal() ?? STDOUT_FILENO
    }

    isolated deinit {
        if terminal != STDOUT_FILENO { close(terminal) }
    }

    /// Whether the terminal has not taken yet what was sent.
    var isBehind: Bool { !waiting.isEmpty }

    /// Adds something to the frame.
    func write(_ text: String) { frame += text.utf8 }

    func write(_ bytes: [UInt8]) { frame += bytes }

    /// Sends what was gathered, or leaves it for the next time where something waits already.
    func send() {
        guard !isBehind, !frame.isEmpty else { return }
        sendNow(frame[...])
        frame.removeAll(keepingCapacity: true)
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
    }

    /// Sends what waits, now that the terminal takes something again.
    func goOn() {
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
