import Dispatch
import Glibc
import Locks
import Signals

/// Waits for Ctrl-C, or a request to end the process.
final class StopSignals: Sendable {
    private let sources = Locked<[any DispatchSourceSignal]>([])
    private let signalled = Locked<Int32?>(nil)
    /// A separate queue, because the main thread waits for the work.
    let queue = DispatchQueue(label: "lede.stop-signals")

    /// Calls `stop` once, on `queue`. A second signal ends the process at once.
    init(by signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ stop: @escaping @Sendable () -> Void) {
        for signal in signals {
            // If the parent ignored the signal, as nohup does, it wants the work to finish.
            let before = Glibc.signal(signal, SIG_IGN)
            // Swift compares no C function pointers, so this compares their bits.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            sources.withLock { sources in
                let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
                source.setEventHandler { [weak self] in self?.handle(signal, stop) }
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

    /// The exit code that shells use for a process ended by a signal: 128 plus its number. Nil if no signal came.
    var exitCode: Int32? { signalled.withLock { $0.map { 128 + $0 } } }

    private func handle(_ signal: Int32, _ stop: @Sendable () -> Void) {
        let isFirst = signalled.withLock { signalled in
            defer { signalled = signal }
            return signalled == nil
        }
        if isFirst { stop() } else { LedeCommand.end(128 + signal) }
    }
}

extension StopSignals {
    /// Receives a signal's values, and waits until it completes or a stop signal ends it. The result tells of later stop
    /// signals, too, as long as it is kept.
    static func receiving<Value: Sendable>(
        _ signal: Signal<Value, Never>, _ receive: @escaping @Sendable (Value) -> Void
    ) -> StopSignals {
        let end = DispatchSemaphore(value: 0)
        let run = signal.subscribe { event in
            switch event {
            case .next(let value): receive(value)
            case .completed: end.signal()
            }
        }
        let interruption = StopSignals {
            run.dispose()
            end.signal()
        }
        end.wait()
        return interruption
    }
}
