import Signals

extension Operator {
    static let timing: [Operator] = [
        Operator("throttle") { source, clock in source.throttle(for: .seconds(1), on: clock) },
        Operator("deliver(on:)") { source, clock in source.deliver(on: clock) }
    ]
}
