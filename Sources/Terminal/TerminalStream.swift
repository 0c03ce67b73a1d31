import CLinux
import Glibc

/// The terminal's bytes, in and out. It collects a frame and sends it in one piece.
///
/// Output never waits for the terminal, since a terminal that stops reading would stop everything else. Unsent bytes
/// wait until the terminal reads again.
package final class TerminalStream {
    /// Whether lede reads the keys. Otherwise they are another program's.
    package var isListening = true
    /// Called when the terminal has taken all waiting bytes.
    var caughtUp: () -> Void = {}
    private let input: Int32
    /// The terminal, opened a second time so that writes never wait. Other users of the terminal don't notice.
    let terminal: Int32
    private let isOpenedHere: Bool
    private var frame: [UInt8] = []
    /// The bytes that the terminal hasn't taken yet.
    private var waiting: ArraySlice<UInt8> = []

    init(_ device: TerminalDevice) {
        input = device.input
        let own = device.output == STDOUT_FILENO ? Self.openTerminal() : nil
        (terminal, isOpenedHere) = (own ?? device.output, own != nil)
    }

    isolated deinit {
        if isOpenedHere { close(terminal) }
    }

    /// Serves the main queue and the terminal for the rest of the process, from the first thread, so that a key waits for
    /// no other thread to wake up. Calls `receive` whenever there is input, and continues the output whenever the terminal
    /// accepts more.
    ///
    /// No dispatch source watches the terminal: dispatch may crash if it hangs up (swift-corelibs-libdispatch, issue
    /// 949).
    package func serve(_ receive: (TerminalEvents.Event) -> Void) -> Never {
        let queue = lede_main_queue_descriptor()
        var watched = [(queue, POLLIN), (input, POLLIN), (-1, POLLOUT)].map { descriptor, events in
            pollfd(fd: descriptor, events: Int16(events), revents: 0)
        }
        while true {
            // Due work comes first: to check a terminal for keys, the kernel may wait for its own threads.
            if poll(&watched, 1, 0) == 0 {
                watched[1].fd = isListening ? input : -1
                watched[2].fd = isBehind ? terminal : -1
                guard poll(&watched, 3, -1) > 0 else { continue }
                let news = Int32(watched[1].revents)
                // No input is no reason to end: a browser may have read it first.
                if news != 0 { receive(news & (POLLHUP | POLLERR | POLLNVAL) != 0 ? .ended(128 + SIGHUP) : .input) }
                if watched[2].revents != 0 { goOn() }
            }
            if watched[0].revents != 0 {
                var count: UInt64 = 0
                read(queue, &count, MemoryLayout.size(ofValue: count))
                lede_serve_main_queue()
            }
        }
    }

    /// The only way to ask the kernel without waiting for its own threads.
    var hasUnread: Bool {
        var count: Int32 = 0
        return ioctl(input, UInt(FIONREAD), &count) == 0 && count > 0
    }

    func willHaveUnread(within time: Duration) -> Bool {
        var watched = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, Int32(time / .milliseconds(1))) > 0 && watched.revents & Int16(POLLIN) != 0
    }

    /// Whether some bytes are still waiting.
    var isBehind: Bool { !waiting.isEmpty }

    /// Adds text to the frame.
    func write(_ text: String) { frame += text.utf8 }

    func write(_ bytes: [UInt8]) { frame += bytes }

    /// Sends the frame, or keeps it for later if other bytes are waiting.
    func send() {
        guard !isBehind, !frame.isEmpty else { return }
        sendNow(frame[...])
        frame.removeAll(keepingCapacity: true)
    }

    /// Waits for the terminal as long as it keeps reading. Bytes that it doesn't take are dropped.
    func catchUp() {
        var before = Int.max
        while isBehind, waiting.count < before, waitForRoom() {
            before = waiting.count
            sendNow(waiting)
        }
        guard isBehind else { return }
        waiting = []
        tcflush(terminal, TCOFLUSH)
        // Ends the sequence that may be incomplete.
        write("\u{1B}\\")
    }

    /// In milliseconds, longer than any working terminal pauses.
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
                // A terminal that is gone is reported elsewhere.
                rest = []
            }
        }
        waiting = rest
    }

    /// Sends waiting bytes, now that the terminal reads again.
    func goOn() {
        sendNow(waiting)
        if !isBehind { caughtUp() }
    }

    /// Opens the terminal of this process again, if its output goes there.
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
