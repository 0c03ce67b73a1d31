import Signals
import TestSupport

extension Operator {
    static let timing: [Operator] = [
        Operator("throttle") { source, clock in source.throttle(for: .seconds(1), on: clock) },
        Operator("debounce") { source, clock in source.debounce(for: .seconds(1), on: clock) },
        Operator("delay") { source, clock in source.delay(by: .seconds(1), on: clock) },
        Operator("timeout") { source, clock in
            source.timeout(after: .seconds(1000), failingWith: .line, on: clock)
        },
        Operator("buffer(for:)") { source, clock in
            source.buffer(for: .seconds(1), on: clock).map { $0.reduce(0, +) }
        },
        Operator("buffer(for:atMost:)") { source, clock in
            source.buffer(for: .seconds(1), atMost: 2, on: clock).map { $0.reduce(0, +) }
        },
        Operator("subscribe(on:)") { source, clock in source.subscribe(on: clock) },
        Operator("deliver(on:)") { source, clock in source.deliver(on: clock) }
    ]
}
