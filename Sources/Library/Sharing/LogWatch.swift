import Dispatch
import FolderWatch
import Locks

/// Reports when a process has written to the library's write-ahead log.
final class LogWatch: Sendable {
    private let watch = Locked<FolderWatch?>(nil)
    /// The number of the latest look: a later event makes earlier ones unnecessary.
    private let round = Locked(0)
    private let look: @Sendable () -> Void

    // The log is written before its content is visible. To survive power cuts it is synchronised in between, which
    // takes time on a slow disk, and no event reports the end of that.
    private static let delays: [DispatchTimeInterval] = [.milliseconds(0), .milliseconds(130), .milliseconds(680)]

    /// Watches the log of the library at `path`, which appears and disappears with the processes that use the library.
    ///
    /// `look` is called several times after each change, on the queue of all watches, and must not block it.
    init(path: String, look: @escaping @Sendable () -> Void) throws(WatchFailure) {
        self.look = look
        let (folder, name) = Self.parts(of: path)
        let watch = try FolderWatch(
            [(folder, "\(name)-wal")], eachWrite: true, calm: .milliseconds(20)
        ) { [weak self] in
            self?.lookSoon()
        }
        self.watch.withLock { $0 = watch }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private func lookSoon() {
        let round = round.withLock { round in
            round += 1
            return round
        }
        for delay in Self.delays {
            FolderWatch.queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                guard let self, self.round.withLock({ $0 }) == round else { return }
                look()
            }
        }
    }
}
