import Dispatch
import Glibc
import Locks

/// Waits for somebody to stop what goes on: by Ctrl-C, or by asking the process to end.
final class Interruption: Sendable {
    private let sources = Locked<[any DispatchSourceSignal]>([])
    private let signalled = Locked<Int32?>(nil)
    /// Its own, since the main thread waits for the work meanwhile.
    let queue = DispatchQueue(label: "lede.interruption")

    /// `stop` is called once, on this queue. A second signal ends the process at once.
    init(by signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ stop: @escaping @Sendable () -> Void) {
        for signal in signals {
            // Somebody who has it ignored, as nohup has, wants the work done.
            let before = Glibc.signal(signal, SIG_IGN)
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            sources.withLock { sources in
                let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
                source.setEventHandler { [weak self] in self?.take(signal, stop) }
                source.resume()
                sources.append(source)
            }
        }
    }

    deinit {
        sources.withLock { sources in
            for source in sources { source.cancel() }
        }
    }

    /// The shell's way to say that a signal ended a program: 128 and its number; nil where none came.
    var exitCode: Int32? { signalled.withLock { $0.map { 128 + $0 } } }

    private func take(_ signal: Int32, _ stop: @Sendable () -> Void) {
        let isFirst = signalled.withLock { signalled in
            defer { signalled = signal }
            return signalled == nil
        }
        if isFirst { stop() } else { LedeCommand.end(128 + signal) }
    }
}
