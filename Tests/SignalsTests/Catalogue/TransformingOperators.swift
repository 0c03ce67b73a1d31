import Signals

extension Operator {
    static let transforming: [Operator] = [
        Operator("map") { source, _ in source.map { $0 + 1 } },
        Operator("filter") { source, _ in source.filter { $0 > 0 } },
        Operator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() }
    ]
}
