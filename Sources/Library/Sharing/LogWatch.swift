import Dispatch
import Glibc
import Locks

/// Tells when a process has written to the library's write-ahead log: by the kernel's word, so that nobody ever asks.
final class LogWatch: Sendable {
    private let source: Locked<any DispatchSourceRead>
    private let queue = DispatchQueue(label: "library.watch")
    /// Which of the looks is the newest, as an event that comes in between makes those before it needless.
    private let round = Locked(0)
    private let look: @Sendable () -> Void

    // The log is written before what is in it can be seen, and synchronised in between where a power cut is to be
    // survived, which takes a slow disk its time. Nothing tells of the end of that.
    private static let delays: [DispatchTimeInterval] = [.milliseconds(20), .milliseconds(150), .milliseconds(700)]

    /// Watches the log of the library at `path`, which comes and goes with those that have the library open.
    ///
    /// Nil where the kernel has no more watches to give, so that what others do is seen only at the next reading.
    /// `look` is called on a queue of the watch, some times after each change.
    init?(path: String, look: @escaping @Sendable () -> Void) {
        let (folder, name) = Self.parts(of: path)
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)) >= 0 else {
            close(descriptor)
            return nil
        }
        self.look = look
        source = Locked(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
        let log = Array("\(name)-wal".utf8)
        source.withLock { source in
            source.setEventHandler { [weak self] in
                if Self.readEvents(from: descriptor, tellOf: log) { self?.lookSoon() }
                self?.pause()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }
    }

    deinit { source.withLock { $0.cancel() } }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Hears nothing for a moment: a log that is written to tells of every page, thousands in a second.
    private func pause() {
        source.withLock { $0.suspend() }
        // This one lives until then, as a source that is suspended can't be let go.
        queue.asyncAfter(deadline: .now() + Self.delays[0]) { self.source.withLock { $0.resume() } }
    }

    private func lookSoon() {
        let round = round.withLock { round in
            round += 1
            return round
        }
        for delay in Self.delays {
            queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                guard let self, self.round.withLock({ $0 }) == round else { return }
                look()
            }
        }
    }

    /// Reads all events that wait, and says whether one is of the file of this name, or may have been.
    private static func readEvents(from descriptor: Int32, tellOf name: [UInt8]) -> Bool {
        var isMeant = false
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var events = UnsafeRawBufferPointer(buffer)[..<count]
                while let event = nextEvent(in: &events) {
                    if event.isOverflow || event.name == name { isMeant = true }
                }
            }
        }
        return isMeant
    }

    private static func nextEvent(
        in events: inout Slice<UnsafeRawBufferPointer>
    ) -> (isOverflow: Bool, name: [UInt8])? {
        let headSize = MemoryLayout<inotify_event>.size
        guard events.count >= headSize else { return nil }
        let head = UnsafeRawBufferPointer(rebasing: events).loadUnaligned(as: inotify_event.self)
        // The name is padded with zeros.
        let name = events.dropFirst(headSize).prefix(Int(head.len)).prefix { $0 != 0 }
        events = events.dropFirst(headSize + Int(head.len))
        return (head.mask & UInt32(IN_Q_OVERFLOW) != 0, Array(name))
    }
}
