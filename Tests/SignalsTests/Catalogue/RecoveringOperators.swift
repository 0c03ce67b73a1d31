import Signals

extension Operator {
    static let recovering: [Operator] = [
        Operator("catch", passesFailuresOn: false) { source, _ in source.catch { _ in Signal<Int, Trouble>.just(0) } },
        Operator("catch that fails") { source, _ in source.catch { Signal<Int, Trouble>.fail($0) } },
        Operator("retry") { source, _ in source.retry(2) },
        Operator("repeat") { source, _ in source.repeat(2) }
    ]
}
