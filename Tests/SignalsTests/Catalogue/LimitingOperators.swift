import Signals

extension Operator {
    static let limiting: [Operator] = [
        Operator("take") { source, _ in source.take(1_000_000) },
        Operator("skip") { source, _ in source.skip(1) }
    ]
}
