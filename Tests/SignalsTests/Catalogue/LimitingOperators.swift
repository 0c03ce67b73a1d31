import Signals

extension Operator {
    static let limiting: [Operator] = [
        Operator("take") { source, _ in source.take(1_000_000) },
        Operator("first", passesFailuresOn: false) { source, _ in source.first { $0 > 1 } },
        Operator("take(last:)") { source, _ in source.take(last: 2).startWith(0) },
        Operator("take(while:)") { source, _ in source.take(while: { $0 < 1000 }) },
        Operator("take(until:)") { source, _ in source.take(until: Signal<Int, Never>.never) },
        Operator("skip") { source, _ in source.skip(1) },
        Operator("skip(while:)") { source, _ in source.skip(while: { $0 < 2 }) },
        Operator("skip(until:)") { source, _ in source.skip(until: Signal<Int, Never>.just(1)) }
    ]
}
